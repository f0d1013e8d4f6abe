// Evidence in English. All sentences are in findings/sentences.def.
#pragma once
#include <string>
#include <string_view>

#include "findings/evidence.h"

namespace ladder::findings {

std::string text_of(const Evidence&);

// A template with the facts inserted. {name}: the fact. {name:element}: a count, "1 element", "5 elements";
// {name:verb}: for read, write, atomic: "reads", "writes", "atomically updates"; {name:access}: "the read".
// {?name|A|B}: A if the fact is known, otherwise B; {name=value|A|B}: A if it has this value, otherwise B; A
// and B are templates, and B may be omitted. {{ and }}: a brace.
std::string filled(std::string_view pattern, const Evidence&);

}  // namespace ladder::findings
