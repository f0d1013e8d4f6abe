// The interface with which a command declares its options in its own file. arguments.cpp implements it with
// CLI11, which takes seconds to compile and is included nowhere else; syntax.cpp declares the options that
// several commands have in common.
#pragma once
#include <string>
#include <vector>

#include "cli/options.h"

namespace CLI {
class App;
class Option;
}

namespace ladder::cli {

struct Raw {  // as typed
  std::vector<std::string> ns, blocks, dtypes, gpus;
  std::string repetitions, seed, timeout, fail_above, block_index, launch, input;
  std::vector<std::string> words;  // tables: its options, as a list of words
};

// A declared option or argument.
class Declared {
 public:
  explicit Declared(CLI::Option* option) : option_(option) {}
  Declared required() const;
  Declared expected(int least, int most) const;  // the number of values
  Declared one_of(const std::vector<std::string>& values) const;
  Declared separated_by(char) const;
  Declared positive() const;
  Declared between(int least, int most) const;
  Declared needs(Declared other) const;
  Declared excludes(Declared other) const;

 private:
  CLI::Option* option_;
};

class Syntax {
 public:
  Syntax(CLI::App& app, Options& options, Raw& raw) : options(options), raw(raw), app_(app) {}
  Options& options;
  Raw& raw;

  void help(const char* what, const char* examples) const;
  Declared flag(const char* name, bool& to, const std::string& what) const;
  // The syntax is that of the help: "--csv FILE" for an option, "FILE" for an argument. An option with a list
  // can be repeated.
  template <typename Value>
  Declared option(const char* syntax, Value& to, const std::string& what) const;
  // "--n COUNT": for a table, adds "n=COUNT" to the words.
  void word(const char* syntax, const std::string& what) const;

  void stages() const;
  void mine() const;
  void timeout() const;
  void conditions() const;
  void measuring() const;
  void one_stage() const;
  void block() const;
  Declared json(const char* what = "Write the results to FILE (- is standard output)") const;
  void tables() const;
  void rows() const;
  void annotations() const;

 private:
  CLI::App& app_;
};

}  // namespace ladder::cli
