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

using bench::Conditions;
using check::InputKind;
using stage::DType;

inline Conditions a_case(DType dtype, size_t n, InputKind input = InputKind::random,
                         unsigned block = bench::kDefaultBlock) {
  Conditions c;
  c.dtype = dtype;
  c.n = n;
  c.block = block;
  c.input = input;
  return c;
}

// A backend like those of run and check, but with machines in plain host memory.
inline bench::Engine fake_engine(size_t capacity = size_t{8} << 30) {
  bench::Engine engine;
  engine.make_machine = [capacity](device::Placement) { return std::make_unique<fake::Machine>(capacity); };
  return engine;
}

inline check::Verdict verdict_on(const stage::Stage& stage, const Conditions& c, int runs = 1,
                                 const bench::Engine& engine = fake_engine()) {
  const bench::Row row = bench::make_row(stage, engine.backend, c.n, c.dtype, c.block);
  if (!row.result.skipped.empty()) {
    check::Verdict unchecked;
    unchecked.evidence = ladder::recorded(row.result.skipped);
    return unchecked;
  }
  check::Case the_case = c;
  if (stage.scan != stage::ScanKind::both) the_case.inclusive = row.inclusive;
  bench::SharedProblem problem(engine, *row.task, the_case);
  const auto machine = engine.make_machine({});
  return problem.attempts(*machine, bench::solver(stage, c.dtype, c.block), runs);
}

// Expects that the stage is wrong, with this message.
template <typename Matcher>
void expect_wrong(const stage::Stage& stage, const Conditions& c, const Matcher& words) {
  const check::Verdict verdict = verdict_on(stage, c);
  CAPTURE(stage.id, c.n, name(c.input), stage::dtype_name(c.dtype));
  CHECK(verdict.status == check::Status::wrong);
  CHECK_FALSE(verdict.passed());
  CHECK_THAT(verdict.message(), words);
}

inline void expect_correct(const stage::Stage& stage, const Conditions& c) {
  const check::Verdict verdict = verdict_on(stage, c);
  CAPTURE(stage.id, c.n, name(c.input), stage::dtype_name(c.dtype), verdict.message());
  CHECK(verdict.status == check::Status::correct);
}
