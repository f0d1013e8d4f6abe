// Evidence in English. The sentences are in findings/sentences.def, and nowhere else.
#pragma once
#include <string>
#include <string_view>

#include "findings/evidence.h"

namespace ladder {

std::string text_of(const Evidence&);

// A template with the facts put in. {name}: the fact. {name:element}: a number of them, "1 element", "5 elements";
// {name:verb}: of read, write, atomic: "reads", "writes", "updates atomically"; {name:access}: "the read". {?name|A|B}: A if the fact is known, else
// B; {name=value|A|B}: A if it is this value, else B; A and B are templates, and B may be left out. {{ and }}: a brace.
std::string filled(std::string_view pattern, const Evidence&);

}  // namespace ladder
