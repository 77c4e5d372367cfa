#include "llvm.h"
std::string Choices::name(const std::vector<std::string>&){return "c";}
std::string template_find(const Machine &, Choices &, unsigned){return "";}
