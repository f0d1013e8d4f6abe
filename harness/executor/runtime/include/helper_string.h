// The parts of helper_string.h that NVIDIA's samples use: the command-line options "-name" and
// "--name=value".
#pragma once
#include <strings.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, bytes, from) std::strcpy(to, from)
#define FOPEN(file, name, mode) (file = std::fopen(name, mode))
#define FOPEN_FAIL(result) ((result) == nullptr)
#define SSCANF std::sscanf
#define SPRINTF std::sprintf
#define FSCANF std::fscanf
#define STRTOK std::strtok

// The text after "-name=" or "-name", or nullptr.
inline const char* simt_value_of(int argc, const char** argv, const char* name) {
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i];
    while (*word == '-') ++word;
    const size_t length = std::strlen(name);
    if (word == argv[i] || strncasecmp(word, name, length) != 0) continue;
    if (word[length] == '\0') return word + length;
    if (word[length] == '=') return word + length + 1;
  }
  return nullptr;
}
inline bool checkCmdLineFlag(int argc, const char** argv, const char* name) {
  return simt_value_of(argc, argv, name) != nullptr;
}
inline int getCmdLineArgumentInt(int argc, const char** argv, const char* name) {
  const char* value = simt_value_of(argc, argv, name);
  return value ? std::atoi(value) : 0;
}
inline float getCmdLineArgumentFloat(int argc, const char** argv, const char* name) {
  const char* value = simt_value_of(argc, argv, name);
  return value ? static_cast<float>(std::atof(value)) : 0;
}
inline bool getCmdLineArgumentString(int argc, const char** argv, const char* name, char** value) {
  *value = const_cast<char*>(simt_value_of(argc, argv, name));
  return *value != nullptr;
}
// Searches the current folder and data/. The caller frees the result.
inline char* sdkFindFilePath(const char* name, const char*) {
  for (const char* folder : {"./", "./data/", "../data/"}) {
    char* path = static_cast<char*>(std::malloc(std::strlen(folder) + std::strlen(name) + 1));
    std::strcat(std::strcpy(path, folder), name);
    if (FILE* file = std::fopen(path, "rb")) {
      std::fclose(file);
      return path;
    }
    std::free(path);
  }
  return nullptr;
}
