// Verdicts of the checker on fake stages, and what is expected of them. Used by the tests of the checker.
#pragma once
#include <string>

#include "check/problem.h"
#include "tests/catch.h"
#include "tests/fake_machine.h"
#include "tests/fake_stages.h"
#include "tests/words.h"

using check::Case;
using check::InputKind;
using check::run_once;
using stage::DType;

inline Case a_case(DType dtype, size_t n, InputKind input = InputKind::random, unsigned block = 256) {
  Case c;
  c.dtype = dtype;
  c.n = n;
  c.block = block;
  c.input = input;
  return c;
}

inline check::Verdict verdict_on(const stage::Stage& stage, const Case& c, int runs = 1) {
  fake::Machine machine;
  return run_once(machine, stage, c, runs);
}

// Wrong, and said so in these words.
template <typename Matcher>
void expect_wrong(const stage::Stage& stage, const Case& c, const Matcher& words) {
  const check::Verdict verdict = verdict_on(stage, c);
  CAPTURE(stage.id, c.n, name(c.input), stage::dtype_name(c.dtype));
  CHECK(verdict.status == check::Status::wrong);
  CHECK_FALSE(verdict.passed());
  CHECK_THAT(verdict.message, words);
}

inline void expect_correct(const stage::Stage& stage, const Case& c) {
  const check::Verdict verdict = verdict_on(stage, c);
  CAPTURE(stage.id, c.n, name(c.input), stage::dtype_name(c.dtype), verdict.message);
  CHECK(verdict.status == check::Status::correct);
}
