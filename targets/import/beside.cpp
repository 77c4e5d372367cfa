// Reads a file of opcodes of another version.
#include "beside.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

// The texts between quotes in LINE.
static std::vector<std::string>
texts_of(const std::string &line)
{
	static const std::regex text("\"((?:[^\"\\\\]|\\\\.)*)\"");
	static const std::regex escaped("\\\\(.)");
	std::vector<std::string> list;

	for (std::sregex_iterator i(line.begin(), line.end(), text), end;
	     i != end; ++i)
		list.push_back(
			std::regex_replace((*i)[1].str(), escaped, "$1"));
	return list;
}

Beside
beside_read(const char *path)
{
	std::ifstream in(path);
	std::string line, section;
	Beside known;

	if (!in) {
		perror(path);
		exit(1);
	}
	while (std::getline(in, line)) {
		size_t colon = line.find(':');
		if (line.compare(0, 2, "  ")) {
			section = line;
			continue;
		}
		std::vector<std::string> texts = texts_of(line);
		std::string name = line.substr(2, colon - 2);
		if (section == "groups:")
			known.groups[name] = texts.at(0);
		else if (section == "choices:")
			known.choices.push_back(texts);
		else if (section == "opcodes:")
			known.operands[name] = texts.at(0);
	}
	return known;
}

// How many operands an instruction with these has.
static unsigned
count_of(const Beside &known, const std::string &operands)
{
	std::istringstream words(operands);
	std::string word;
	unsigned n = 0;

	while (words >> word) {
		auto group = known.groups.find(
			word.substr(1, word.size() - 2));
		n += group == known.groups.end() || word[0] != '('
			     ? 1
			     : count_of(known, group->second);
	}
	return n;
}

bool
beside_lacks(const Beside &known, const std::string &name,
	     const std::string &operands)
{
	auto row = known.operands.find(name);

	return row == known.operands.end() ||
	       count_of(known, row->second) != count_of(known, operands);
}
