// Lists of names as patterns: see regalloc-target(5).
#include "lists.h"

#include <algorithm>

// A name as pieces "v8", "v9", ... of one prefix: v8_v9 has two, step 1.
struct Tuple {
	std::string prefix, suffix;
	int first = 0, pieces = 0, step = 1;
};

static bool
piece_of(const std::string &s, std::string &prefix, int &n, std::string &suffix)
{
	size_t from = s.find_first_of("0123456789"), to;

	if (from == std::string::npos)
		return false;
	to = s.find_first_not_of("0123456789", from);
	to = to == std::string::npos ? s.size() : to;
	if (to - from > 4 || (to - from > 1 && s[from] == '0') ||
	    s.find_first_of("0123456789", to) != std::string::npos)
		return false;
	prefix = s.substr(0, from);
	suffix = s.substr(to);
	n = std::stoi(s.substr(from, to - from));
	return true;
}

static bool
tuple_of(const std::string &name, Tuple &t)
{
	size_t from = 0;
	int last = 0;

	if (piece_of(name, t.prefix, t.first, t.suffix)) {
		t.pieces = 1;
		return true;
	}
	t = Tuple();
	while (from <= name.size()) {
		size_t to = std::min(name.find('_', from), name.size());
		std::string prefix, suffix;
		int n;

		if (!piece_of(name.substr(from, to - from), prefix, n, suffix))
			return false;
		if (t.pieces == 1)
			t.step = n - t.first;
		if (!t.pieces) {
			t.prefix = prefix;
			t.suffix = suffix;
			t.first = n;
		} else if (prefix != t.prefix || suffix != t.suffix ||
			   n != last + t.step || t.step < 1) {
			return false;
		}
		last = n;
		t.pieces++;
		from = to + 1;
	}
	return t.pieces > 1;
}

std::string
name_quoted(const std::string &s)
{
	bool plain = !s.empty() && s.find_first_not_of(
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789_.-") == std::string::npos;

	return plain ? s : "\"" + s + "\"";
}

// The longest run of NAMES from I that one pattern stands for; sets END.
static std::string
run_of(const Names &names, size_t i, size_t &end)
{
	Tuple a, b, last;
	int by = 0;

	end = i + 1;
	if (!tuple_of(names[i], a))
		return names[i];
	for (last = a; end < names.size() && tuple_of(names[end], b); end++) {
		if (b.prefix != a.prefix || b.suffix != a.suffix ||
		    b.pieces != a.pieces || b.step != a.step)
			break;
		if (end == i + 1)
			by = b.first - a.first;
		if (by < 1 || b.first - last.first != by)
			break;
		last = b;
	}
	if (end < i + 3) {
		end = i + 1;
		return names[i];
	}
	std::string s = a.prefix + "{" + std::to_string(a.first) + ".." +
			std::to_string(last.first) +
			(by > 1 ? "/" + std::to_string(by) : "") + "}" + a.suffix;
	if (a.pieces > 1)
		s += " x" + std::to_string(a.pieces);
	if (a.pieces > 1 && a.step > 1)
		s += " by" + std::to_string(a.step);
	return s;
}

std::string
list_of(const Names &names, size_t column)
{
	std::string s = "[";
	size_t end, n = 0;

	column++;
	for (size_t i = 0; i < names.size(); i = end, n++) {
		std::string item = name_quoted(run_of(names, i, end));

		if (n) {
			s += ",";
			column++;
		}
		if (n && column + item.size() > 76) {
			s += "\n     ";
			column = 5;
		} else if (n) {
			s += " ";
			column++;
		}
		s += item;
		column += item.size();
	}
	return s + "]";
}
