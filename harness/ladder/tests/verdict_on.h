// Verdicts on fake stages, produced as run and check produce them, and the expected verdicts.
#pragma once
#include <string>

#include "bench/attempt.h"
#include "bench/observe.h"
#include "bench/rows.h"
#include "tests/catch.h"
#include "ladder/tests/fake_machine.h"
#include "ladder/tests/fake_stages.h"
#include "tests/words.h"

using ladder::bench::Conditions;
using ladder::check::InputKind;
using ladder::stage::DType;

inline Conditions a_case(DType dtype, size_t n, InputKind input = InputKind::random,
                         unsigned block = ladder::bench::kDefaultBlock) {
  Conditions c;
  c.dtype = dtype;
  c.n = n;
  c.block = block;
  c.input = input;
  return c;
}

// A backend like those of run and check, but with machines in plain host memory.
inline ladder::bench::Engine fake_engine(size_t capacity = size_t{8} << 30) {
  ladder::bench::Engine engine;
  engine.make_machine = [capacity](ladder::device::Placement) {
    return std::make_unique<ladder::fake::Machine>(capacity);
  };
  return engine;
}

inline ladder::check::Verdict verdict_on(const ladder::stage::Stage& stage, const Conditions& c, int runs = 1,
                                         const ladder::bench::Engine& engine = fake_engine()) {
  const ladder::bench::Row row = ladder::bench::make_row(stage, engine.backend, c.n, c.dtype, c.block);
  if (!row.result.skipped.empty()) {
    ladder::check::Verdict unchecked;
    unchecked.evidence = row.result.skipped;
    return unchecked;
  }
  ladder::check::Case the_case = c;
  if (stage.scan != ladder::stage::ScanKind::both) the_case.inclusive = row.inclusive;
  ladder::bench::SharedProblem problem(engine, *row.task, the_case);
  const auto machine = engine.make_machine({});
  return problem.attempts(*machine, ladder::bench::solver(stage, c.dtype, c.block), runs);
}

// Expects that the stage is wrong, with this message.
template <typename Matcher>
void expect_wrong(const ladder::stage::Stage& stage, const Conditions& c, const Matcher& words) {
  const ladder::check::Verdict verdict = verdict_on(stage, c);
  CAPTURE(stage.id, c.n, name(c.input), ladder::stage::dtype_name(c.dtype));
  CHECK(verdict.status == ladder::check::Status::wrong);
  CHECK_FALSE(verdict.passed());
  CHECK_THAT(verdict.message(), words);
}

inline void expect_correct(const ladder::stage::Stage& stage, const Conditions& c) {
  const ladder::check::Verdict verdict = verdict_on(stage, c);
  CAPTURE(stage.id, c.n, name(c.input), ladder::stage::dtype_name(c.dtype), verdict.message());
  CHECK(verdict.status == ladder::check::Status::correct);
}
