// The lines of a program's own files as the compiler read them, with every macro expanded. Only these lines
// match the columns in the debug information, because ./ladder try compiles the preprocessed files
// (try/build.cpp), which are next to the program.
#pragma once
#include <filesystem>
#include <string>

namespace ladder::simt {

// `compiled_in`: the folder in which the program was compiled; "" if unknown or different in two of its files.
std::string compiled_line(const std::filesystem::path& compiled_in, const std::string& file, int number);

}  // namespace ladder::simt
