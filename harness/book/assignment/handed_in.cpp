#include "assignment/handed_in.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "assignment/csv.h"
#include "os/error.h"
#include "os/files.h"
#include "practice/cpp_lexer.h"
#include "text/lines.h"
#include "text/printable.h"

namespace ladder::assignment {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostArchive = size_t{1} << 30;  // bytes

// Files left behind by an operating system or an editor.
bool is_of_a_system(const std::string& name) {
  return name.starts_with('.') || name == "__MACOSX" || name == "Thumbs.db" || name == "desktop.ini";
}

Seconds written(const fs::path& path) {
  std::error_code none;
  const auto at = fs::last_write_time(path, none);
  if (none) return 0;
  const auto since = std::chrono::file_clock::to_sys(at).time_since_epoch();
  return std::max<Seconds>(0, std::chrono::duration_cast<std::chrono::seconds>(since).count());
}

void add_archive(const std::string& name, const std::string& bytes, const std::string& prefix,
                 std::optional<Seconds> time, std::vector<Item>& items) {
  for (Item& item : unpacked(name, bytes)) {
    item.path = item.path.empty() ? prefix : prefix.empty() ? item.path : prefix + "/" + item.path;
    if (!item.time) item.time = time;
    items.push_back(std::move(item));
  }
}

void add_file(const fs::path& path, const std::string& at, std::vector<Item>& items) {
  std::error_code none;
  Item item{at, Item::Kind::file, "", "", written(path)};
  const uintmax_t size = fs::file_size(path, none);
  const bool archive = is_archive(at);
  const size_t most = archive ? kMostArchive : kMostSource;
  if (archive || is_source(at)) {
    if (!none && size > most) {
      item.refused = fmt::format("it has {} bytes: at most {} are read", size, most);
    } else if (const auto text = os::read_untrusted(path.string(), most)) {
      if (archive) return add_archive(at, *text, at, item.time, items);
      item.text = *text;
    } else if (none || size > 0) {
      item.refused = "it cannot be read";
    }
  }
  items.push_back(std::move(item));
}

void add_folder(const fs::path& folder, const std::string& at, std::vector<Item>& items) {
  std::error_code error;
  std::vector<fs::path> inside;
  for (fs::directory_iterator entries(folder, error); !error && entries != fs::directory_iterator();
       entries.increment(error))
    inside.push_back(entries->path());
  std::sort(inside.begin(), inside.end());
  if (error)
    items.push_back({at, Item::Kind::other, "", "the folder cannot be read: " + error.message(), {}, true});
  for (const fs::path& path : inside) {
    const std::string name = path.filename().string(), here = at.empty() ? name : at + "/" + name;
    std::error_code none;
    const fs::file_status status = fs::symlink_status(path, none);
    if (is_of_a_system(name)) continue;
    if (fs::is_directory(status)) {
      items.push_back({here, Item::Kind::folder, "", "", {}});
      add_folder(path, here, items);
    } else if (fs::is_regular_file(status)) {
      add_file(path, here, items);
    } else {
      items.push_back(
          {here,
           Item::Kind::other,
           "",
           fs::is_symlink(status) ? "it is a link, and links are not followed" : "it is not a regular file",
           {}});
    }
  }
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  std::istringstream in(path);
  for (std::string part; std::getline(in, part, '/');) parts.push_back(part);
  return parts;
}

// --- who the student is ---

std::string squeezed(
    const std::string& text) {  // for comparing names: "Lovelace, Ada" and "lovelaceada" are the same
  std::string out;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) != 0 || u >= 0x80) out += static_cast<char>(std::tolower(u));
  }
  return out;
}

struct Whose {
  std::string id, name, mail, rest;  // rest: the file's own name, if there is no folder
  bool late = false;
  std::string platform;
};

// Parses a name that a platform has given to a folder or file.
std::optional<Whose> by_platform(const std::string& name) {
  static const std::regex moodle(R"((.+)_(\d+)_assignsubmission_(?:file|onlinetext)_?(.*))"),
      canvas(R"(([^_]+)_(LATE_)?(\d+)_(\d+)_(.+))");
  std::smatch m;
  if (std::regex_match(name, m, moodle)) return Whose{m[2], m[1], "", m[3], false, "Moodle"};
  if (std::regex_match(name, m, canvas)) return Whose{m[3], m[1], "", m[5], m[2].matched, "Canvas"};
  return std::nullopt;
}

// --- Gradescope's submission_metadata.yml: the students of each folder ---

struct OfGradescope {
  std::vector<Whose> who;
  std::optional<Seconds> time;
};

std::string unquoted(std::string value) {
  while (!value.empty() && std::isspace(static_cast<unsigned char>(value.back())) != 0) value.pop_back();
  value.erase(0, value.find_first_not_of(' '));
  if (value.size() >= 2 && (value[0] == '\'' || value[0] == '"') && value.back() == value[0])
    value = value.substr(1, value.size() - 2);
  return value == "null" || value == "~" ? "" : value;
}

std::map<std::string, OfGradescope> gradescope(const std::string& text) {
  static const std::regex folder(R"((submission_\d+):\s*)"),
      key(R"((\s*)(- )?:?(name|sid|email|created_at|results|history):\s*(.*))");
  std::map<std::string, OfGradescope> all;
  OfGradescope* now = nullptr;
  bool passed = false;  // the remaining lines concern the grading
  for (const std::string& line : text::lines_of(text)) {
    std::smatch m;
    if (std::regex_match(line, m, folder)) {
      now = &all[m[1]];
      passed = false;
      continue;
    }
    if (now == nullptr || passed || !std::regex_match(line, m, key)) continue;
    const std::string what = m[3], value = unquoted(m[4]);
    passed = what == "results" || what == "history";
    if (what == "created_at" && !now->time) now->time = time_from(value);
    if (m[2].matched) now->who.emplace_back().platform = "Gradescope";
    if (now->who.empty()) continue;
    if (what == "name") now->who.back().name = value;
    if (what == "sid") now->who.back().id = value;
    if (what == "email") now->who.back().mail = value;
  }
  return all;
}

// --- the roster ---

// The id in the form that squeezed() returns. "Participant 4712", as Moodle calls a student, becomes "4712",
// because folder names contain only the number.
std::string plain_id(const std::string& id) {
  const std::string plain = squeezed(id), before = "participant";
  return plain.starts_with(before) ? plain.substr(before.size()) : plain;
}

struct Roster {
  struct Row {
    std::string id, name, mail, moodle_id, canvas_id;
    std::set<std::string> known;  // squeezed identifiers of this student
    size_t number = 0;            // row in the file
  };
  std::vector<Row> rows;
  std::optional<Worksheet> worksheet;
};

std::vector<std::vector<std::string>> table_of(const std::string& file) {
  const auto rows = csv_rows(os::read_text(file));
  if (rows.empty())
    throw os::Error(fmt::format("{}:1: the file is empty; a line with column names is expected", file));
  return rows;
}

// The first of these columns that exists in the table.
std::optional<size_t> column(const std::vector<std::string>& head, std::initializer_list<const char*> names) {
  for (const char* name : names)
    for (size_t i = 0; i < head.size(); ++i)
      if (squeezed(head[i]) == name) return i;
  return std::nullopt;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.,") == std::string::npos;
}

// A worksheet is recognised by the contents of its columns, because their names depend on the language:
// identifier, name, …, grade, maximum grade (the same in every row), whether the grade can be changed, when
// submission and grade were modified, and comments.
std::optional<Worksheet> worksheet_of(const std::vector<std::vector<std::string>>& rows) {
  static const std::regex participant(R"(\D*[^\d\s]\s+\d+)");
  const std::vector<std::string>& head = rows[0];
  const auto all = [&](size_t at, const auto& is_it) {
    return rows.size() > 1 && std::all_of(rows.begin() + 1, rows.end(),
                                          [&](const auto& row) { return at < row.size() && is_it(row[at]); });
  };
  Worksheet sheet{rows, 0, 0, head.size() - 1};
  if (!all(0, [](const std::string& id) { return std::regex_match(id, participant); })) return std::nullopt;
  for (size_t at = 1; at + 4 < head.size() && sheet.grade == 0; ++at)
    if (all(at, [](const std::string& grade) { return grade.empty() || grade == "-" || is_number(grade); }) &&
        all(at + 1, [&](const std::string& most) { return is_number(most) && most == rows[1][at + 1]; }))
      sheet.grade = at;
  return sheet.grade > 0 ? std::optional(std::move(sheet)) : std::nullopt;
}

Roster roster_of(const std::string& file) {
  const auto rows = table_of(file);
  const std::vector<std::string>& head = rows[0];
  Roster roster;
  roster.worksheet = worksheet_of(rows);
  const auto or_of_moodle = [&](std::optional<size_t> at, size_t there) {
    return at || !roster.worksheet ? at : there;
  };
  const auto id =
      or_of_moodle(column(head, {"id", "sid", "studentid", "identifier", "sisuserid", "idnumber", "username",
                                 "login", "sisloginid", "githubusername", "github", "email", "emailaddress"}),
                   0);
  if (!id)
    throw os::Error(fmt::format(
        "{}:1: no column identifies the students: one of id, sid, identifier, username and email is expected",
        file));
  const auto name = or_of_moodle(column(head, {"name", "fullname", "student"}), 1),
             first = column(head, {"firstname", "givenname"}),
             last = column(head, {"surname", "lastname", "familyname"}),
             mail = column(head, {"email", "emailaddress"}),
             moodle = or_of_moodle(column(head, {"identifier"}), 0);
  // In Canvas, the ID column contains Canvas' own number if there is an SIS column; otherwise, ID is the
  // student's id.
  const auto canvas = column(head, {"sisuserid", "sisloginid"}) ? column(head, {"id"}) : std::nullopt;
  for (size_t i = 1; i < rows.size(); ++i) {
    const auto cell = [&](std::optional<size_t> at) {
      return at && *at < rows[i].size() ? rows[i][*at] : "";
    };
    Roster::Row row{cell(id), cell(name), cell(mail), number_at_end(cell(moodle)), cell(canvas), {}, i};
    if (row.id.empty()) continue;  // such as Canvas' row "Points Possible"
    row.known.insert(plain_id(row.id));
    if (row.name.empty() && (first || last)) {
      row.name = cell(first) + (first && last ? " " : "") + cell(last);
      row.known.insert(squeezed(cell(last) + cell(first)));
      row.known.insert(squeezed(row.name));
    }
    for (const std::string& one : rows[i])
      if (!squeezed(one).empty()) row.known.insert(squeezed(one));
    roster.rows.push_back(std::move(row));
  }
  return roster;
}

void match(HandedIn& all, const Roster& roster, const std::string& file) {
  std::vector<bool> seen(roster.rows.size());
  for (Student& s : all.students) {
    const auto the_one = [&](const auto& is_it) -> std::optional<size_t> {
      std::optional<size_t> one;
      for (size_t i = 0; i < roster.rows.size(); ++i)
        if (is_it(roster.rows[i])) {
          if (one) return std::nullopt;  // a name shared by two students is ambiguous
          one = i;
        }
      return one;
    };
    const auto found = [&](const std::string& by) {
      return the_one(
          [&](const Roster::Row& row) { return !squeezed(by).empty() && row.known.contains(squeezed(by)); });
    };
    // (A platform's number for one student may equal a different kind of number for another.)
    const bool numbered = !s.moodle_id.empty() || !s.canvas_id.empty();
    std::optional<size_t> row = numbered ? the_one([&](const Roster::Row& r) {
      return (!s.moodle_id.empty() && r.moodle_id == s.moodle_id) ||
             (!s.canvas_id.empty() && r.canvas_id == s.canvas_id);
    })
                                         : found(s.id);
    if (!row) row = found(s.mail);
    if (!row) row = found(s.name);
    if (!row && numbered)
      row = the_one([&](const Roster::Row& r) { return plain_id(r.id) == plain_id(s.id); });
    if (!row) {
      all.remarks.push_back(
          fmt::format("{} is not in {}", text::printable(s.name.empty() ? s.id : s.name), file));
      continue;
    }
    seen[*row] = true;
    s.id = roster.rows[*row].id;
    s.roster_row = roster.rows[*row].number;
    if (s.moodle_id.empty()) s.moodle_id = roster.rows[*row].moodle_id;
    if (s.canvas_id.empty()) s.canvas_id = roster.rows[*row].canvas_id;
    if (!roster.rows[*row].name.empty()) s.name = roster.rows[*row].name;
    if (!roster.rows[*row].mail.empty()) s.mail = roster.rows[*row].mail;
  }
  for (size_t i = 0; i < seen.size(); ++i) {
    if (seen[i]) continue;
    Student s;
    s.id = roster.rows[i].id, s.name = roster.rows[i].name, s.mail = roster.rows[i].mail;
    s.moodle_id = roster.rows[i].moodle_id, s.canvas_id = roster.rows[i].canvas_id;
    s.roster_row = roster.rows[i].number;
    all.students.push_back(std::move(s));
  }
}

void take_times(HandedIn& all, const std::string& file) {
  const auto rows = table_of(file);
  const auto id = column(rows[0], {"id", "sid", "identifier", "username", "email"}),
             at = column(rows[0], {"time", "submittedat", "createdat"});
  if (!id || !at) throw os::Error(fmt::format("{}:1: the columns id and time are expected", file));
  for (size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].size() <= std::max(*id, *at) || rows[i][*at].empty()) continue;
    const std::optional<Seconds> time = time_from(rows[i][*at]);
    if (!time)
      throw os::Error(
          fmt::format("{}:{}: {} is not a time with a time zone, such as 2026-12-01T18:00:00+01:00", file,
                      i + 1, text::printable(rows[i][*at])));
    const std::string who = plain_id(rows[i][*id]);
    bool known = false;
    for (Student& s : all.students) {
      if (plain_id(s.id) != who && (s.mail.empty() || plain_id(s.mail) != who)) continue;
      known = true;
      s.time = time;
    }
    if (!known)
      all.remarks.push_back(
          fmt::format("{}:{}: there is no student {}", file, i + 1, text::printable(rows[i][*id])));
  }
}

// --- assigning files to students and tasks ---

Student& student(HandedIn& all, const Whose& who) {
  const std::string id = !who.id.empty() ? who.id : !who.mail.empty() ? who.mail : who.name;
  for (Student& s : all.students)
    if (s.id == id) return s;
  Student s;
  s.id = id, s.name = who.name, s.mail = who.mail;
  if (who.platform == "Moodle") s.moodle_id = who.id;
  if (who.platform == "Canvas") s.canvas_id = who.id;
  all.students.push_back(std::move(s));
  return all.students.back();
}

std::string without(const std::string& path, size_t parts) {
  std::string rest;
  const std::vector<std::string> all = parts_of(path);
  for (size_t i = parts; i < all.size(); ++i) rest += (rest.empty() ? "" : "/") + all[i];
  return rest;
}

// A folder that only contains the whole export ("assignment_123_export/") does not belong to a student.
size_t wrapping(const std::vector<Item>& items) {
  size_t depth = 0;
  for (;; ++depth) {
    std::set<std::string> here, below;
    bool files = false;
    for (const Item& item : items) {
      const std::vector<std::string> parts = parts_of(item.path);
      if (parts.size() <= depth) continue;
      here.insert(parts[depth]);
      files = files || (parts.size() == depth + 1 && item.kind != Item::Kind::folder);
      if (parts.size() > depth + 1) below.insert(parts[depth + 1]);
    }
    const bool of_platform = std::any_of(below.begin(), below.end(), [](const std::string& name) {
      return by_platform(name) || name == "submission_metadata.yml";
    });
    const bool archive = here.size() == 1 && is_archive(*here.begin());
    if (here.size() != 1 || files || by_platform(*here.begin()) || (!of_platform && !archive)) return depth;
    if (archive && !of_platform && below.size() < 2) return depth;
  }
}

// The contents of the folder or the archive, sorted by path.
std::vector<Item> items_of(const std::string& folder) {
  std::vector<Item> items;
  std::error_code none;
  if (fs::is_directory(folder, none))
    add_folder(folder, "", items);
  else if (fs::is_regular_file(folder, none) && is_archive(folder))
    add_archive(folder, os::read_untrusted(folder, kMostArchive).value_or(""), "", written(folder), items);
  else
    throw os::Error(fmt::format("{}: there is no such folder or archive", text::printable(folder)));
  std::erase_if(items, [](const Item& item) {
    const std::vector<std::string> parts = parts_of(item.path);
    return std::any_of(parts.begin(), parts.end(), is_of_a_system);
  });
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.path < b.path; });
  return items;
}

struct Owned {
  std::vector<Whose> whose;  // empty: the file belongs to nobody
  std::string rest;          // the path without the student's folder
  std::optional<Seconds> time = {};
};

Owned owned(const Item& item, size_t depth, const std::map<std::string, OfGradescope>& by_folder,
            const Assignment& a, HandedIn& all) {
  const std::vector<std::string> parts = parts_of(item.path);
  const std::string& top = parts[depth];
  const std::string rest = without(item.path, depth + 1);
  const bool alone = parts.size() == depth + 1 && item.kind != Item::Kind::folder;
  if (const auto at = by_folder.find(top); at != by_folder.end() && !at->second.who.empty())
    return {at->second.who, rest, at->second.time};
  if (const auto known = by_platform(top))
    return {{*known}, !alone && !is_archive(top) ? rest : known->rest + (rest.empty() ? "" : "/" + rest)};
  if (!by_folder.empty() && top == "submission_metadata.yml") return {};
  if (top.starts_with(a.slug + "-") && top.size() > a.slug.size() + 1 && !alone)
    return {{{top.substr(a.slug.size() + 1), "", "", "", false, "GitHub Classroom"}}, rest};
  std::string id = top;  // "ada/", "ada.cu", "ada.zip/…"
  if (alone || is_archive(top))
    while (is_archive(id) || is_source(id)) id = fs::path(id).stem().string();
  if (alone && !is_archive(top) && !is_source(top) && item.kind == Item::Kind::file) {
    all.remarks.push_back(fmt::format("{} is not read", text::printable(top)));
    return {};
  }
  return {{{id, "", "", "", false, ""}}, alone ? top : rest};
}

}  // namespace

std::string number_at_end(const std::string& text) {
  const size_t before = text.find_last_not_of("0123456789");
  return before == std::string::npos ? text : text.substr(before + 1);
}

HandedIn handed_in(const std::string& folder, const Assignment& a, const CommitTime& commit_time) {
  const std::vector<Item> items = items_of(folder);
  std::error_code none;
  const bool on_disk = fs::is_directory(folder, none);
  HandedIn all;
  const size_t depth = wrapping(items);
  std::map<std::string, OfGradescope> by_folder;
  for (const Item& item : items)
    if (parts_of(item.path).size() == depth + 1 && item.path.ends_with("submission_metadata.yml"))
      by_folder = gradescope(item.text);
  for (const Item& item : items) {
    const std::vector<std::string> parts = parts_of(item.path);
    if (parts.size() <= depth) {  // the folder or archive of the whole class
      const std::string what = text::printable(item.path.empty() ? folder : item.path);
      if (item.incomplete) throw os::Error(fmt::format("{}: {}", what, item.refused));
      if (!item.refused.empty())
        (item.outside ? all.alarms : all.remarks).push_back(fmt::format("{}: {}", what, item.refused));
      continue;
    }
    const Owned found = owned(item, depth, by_folder, a, all);
    for (const Whose& who : found.whose) {
      if (all.platform.empty()) all.platform = who.platform;
      Student& s = student(all, who);
      s.late = s.late || who.late;
      s.from.insert(parts[depth]);
      if (found.time) s.time = found.time;
      if (found.rest.empty()) {
        const fs::path path = fs::path(folder) / item.path;
        if (on_disk && commit_time && item.kind == Item::Kind::folder && !s.time &&
            fs::exists(path / ".git", none))
          s.time = commit_time(path.string());
        if (item.kind == Item::Kind::other) s.remarks.push_back(item.refused);
        continue;
      }
      if (item.kind == Item::Kind::folder) continue;
      s.items.push_back(item);
      s.items.back().path = found.rest;
    }
  }
  if (!a.roster.empty()) {
    Roster roster = roster_of(a.roster);
    match(all, roster, a.roster);
    all.worksheet = std::move(roster.worksheet);
  }
  if (!a.times.empty()) take_times(all, a.times);
  std::stable_sort(all.students.begin(), all.students.end(), [](const Student& one, const Student& other) {
    return std::pair(one.name, one.id) < std::pair(other.name, other.id);
  });
  if (all.students.empty())
    throw os::Error(fmt::format("{}: nothing has been handed in", text::printable(folder)));
  return all;
}

namespace {

bool has(const std::vector<practice::Token>& tokens, const char* name) {
  return std::any_of(tokens.begin(), tokens.end(), [&](const practice::Token& t) {
    return t.kind == practice::Token::Kind::name && t.text == name;
  });
}

// Names that end in .cu, or that ended in .cu until a browser appended .txt.
bool is_kernel_file(const std::string& path) {
  fs::path name = path;
  if (name.extension() == ".txt") name.replace_extension();
  return name.extension() == ".cu" || name.extension() == ".CU";
}

// "v2 (3).cu", "v2-3.cu", "v2.cu.txt": 3, 3, 0.
unsigned number_in(const std::string& name) {
  static const std::regex form(R"(.*?(?: ?\((\d{1,3})\)|-(\d{1,3}))(?:\.\w+)*)");
  std::smatch m;
  if (!std::regex_match(name, m, form)) return 0;
  return static_cast<unsigned>(std::stoul(m[1].matched ? m[1].str() : m[2].str()));
}

std::string base_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }
std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

// "saxpy.cu", "saxpy (1).cu", "SAXPY-2.cu.txt": do they match "saxpy.cu"?
bool is_meant(const std::string& name, const std::string& pattern) {
  static const std::regex number(R"((?: ?\(\d{1,3}\)|-\d{1,3})(?=(?:\.\w+)*$))");
  std::string plain = std::regex_replace(name, number, "");
  for (const std::string& one : {name, plain, fs::path(plain).stem().string()})
    if (fnmatch(pattern.c_str(), one.c_str(), FNM_CASEFOLD) == 0) return true;
  return false;
}

bool is_header(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  return ending.starts_with(".h") || ending == ".cuh";
}

constexpr size_t kNone = SIZE_MAX;
constexpr const char* kNoAnswer = "an answer is a .cu file";

// The task for which this file was submitted, or the reason why it belongs to none.
size_t task_of(const Item& item, const std::vector<practice::Token>& tokens, const Assignment& a,
               std::string& why) {
  const bool kernel_file = is_kernel_file(item.path), kernel = has(tokens, "__global__"),
             runs = practice::has_main(tokens);
  // A file without a brace is text about a program, and can mention names from that program.
  if (!kernel_file && std::none_of(tokens.begin(), tokens.end(), [](const auto& t) { return t.text == "{"; }))
    return kNone;
  const std::vector<std::string> ids = practice::stage_ids(tokens);
  std::vector<std::string> wanted;
  size_t only = kNone, programs = 0, program = kNone;
  for (size_t i = 0; i < a.tasks.size(); ++i) {
    const Task& task = a.tasks[i];
    if (task.kind == Task::Kind::program) {
      ++programs;
      program = i;
      continue;
    }
    only = only == kNone ? i : kNone - 1;
    wanted.push_back(task.id);
    if (ids.size() == 1 && ids[0] == task.id) return i;
  }
  if (!ids.empty()) {
    why = ids.size() > 1 ? fmt::format("it has {} STAGE lines", ids.size())
                         : fmt::format("its STAGE line names {}, not {}",
                                       text::printable(ids[0].substr(0, 100)), fmt::join(wanted, " or "));
    return kNone;
  }
  for (size_t i = 0; i < a.tasks.size(); ++i)
    for (const std::string& pattern : a.tasks[i].files)
      if ((kernel_file || runs || (kernel && !is_header(item.path))) && is_meant(base_of(item.path), pattern))
        return i;
  if (runs && (kernel_file || kernel)) {
    if (programs == 1 && a.tasks[program].files.empty()) return program;
    if (programs > 1)
      for (size_t i = 0; i < a.tasks.size(); ++i)
        if (a.tasks[i].kind == Task::Kind::program && a.tasks[i].files.empty() &&
            is_meant(base_of(item.path), a.tasks[i].id + "*"))
          return i;
    why = programs == 0   ? "it is a complete program, but no task of the assignment asks for one"
          : programs == 1 ? fmt::format("its name is not one of {}", fmt::join(a.tasks[program].files, ", "))
                          : "its name does not show which of the programs it is";
    return kNone;
  }
  if (kernel_file || (kernel && !is_header(item.path)))
    why = programs > 0 && wanted.empty() ? "it has no main()" : "it has no STAGE line";
  return kNone;
}

struct Ignored {
  std::string file, why;
  bool meant = false;  // the file might have been meant as a submission
};

struct Rest {                 // a student's files that belong to no task
  std::vector<Attempt> lost;  // unusable files that might have been meant as a submission
  std::vector<Ignored> ignored;
  std::vector<std::string> headers;

  void ignore(Attempt one, const std::string& why, bool meant) {
    ignored.push_back({text::printable(one.file), why, meant});
    one.refused = why;
    if (meant) lost.push_back(std::move(one));
  }
};

// Adds the files that the program may include. Returns false if the item is itself a part of another program.
bool add_files_beside(Attempt& one, const Item& item, bool has_main, const Student& s) {
  bool of_another = false;
  for (const Item& other : s.items) {
    if (&other == &item || !other.refused.empty() || folder_of(other.path) != folder_of(item.path) ||
        !is_source(other.path))
      continue;
    if (!practice::has_main(practice::tokens_of(other.text)))
      one.beside[base_of(other.path)] = other.text;
    else if (!has_main && is_kernel_file(other.path))
      of_another = true;
  }
  return !of_another;
}

void sort_item(const Item& item, Student& s, Rest& rest, const Assignment& a) {
  Attempt one{item.path, item.text, item.refused, s.time, number_in(base_of(item.path)), {}};
  if (!one.time && a.times_of_files) one.time = item.time;
  if (!item.refused.empty())
    return rest.ignore(std::move(one), item.refused, is_source(item.path) || is_archive(item.path));
  if (!is_source(item.path)) return rest.ignore(std::move(one), kNoAnswer, false);
  if (item.text.find_first_not_of(" \t\r\n") == std::string::npos)
    return rest.ignore(std::move(one), "it is empty", is_kernel_file(item.path));
  std::string why;
  const std::vector<practice::Token> tokens = practice::tokens_of(item.text);
  const size_t task = task_of(item, tokens, a, why);
  if (task == kNone && !why.empty()) return rest.ignore(std::move(one), why, true);
  if (task == kNone && !is_header(item.path)) return rest.ignore(std::move(one), kNoAnswer, false);
  if (task == kNone || (a.tasks[task].kind == Task::Kind::program &&
                        !add_files_beside(one, item, practice::has_main(tokens), s)))
    return rest.headers.push_back(item.path);
  const std::string ending = fs::path(item.path).extension().string();
  if (ending != ".cu" && ending != ".CU")
    s.remarks.push_back(
        fmt::format("{} was read as a .cu file; no points are deducted", text::printable(item.path)));
  s.attempts[task].push_back(std::move(one));
}

// Sorts the attempts, oldest first. A file that is submitted twice in a row is one attempt. (If a student
// returns to an earlier version, that version was submitted last.)
void put_in_order(std::vector<Attempt>& its) {
  std::stable_sort(its.begin(), its.end(), [](const Attempt& one, const Attempt& other) {
    return std::tuple(one.time.value_or(0), one.number) < std::tuple(other.time.value_or(0), other.number);
  });
  its.erase(std::unique(its.begin(), its.end(),
                        [](const Attempt& one, const Attempt& other) {
                          return one.text == other.text && one.beside == other.beside;
                        }),
            its.end());
}

bool is_beside_a_program(const std::string& header, const Student& s) {
  return std::any_of(s.attempts.begin(), s.attempts.end(), [&](const auto& its) {
    return std::any_of(its.begin(), its.end(), [&](const Attempt& one) {
      return folder_of(one.file) == folder_of(header) && one.beside.contains(base_of(header));
    });
  });
}

}  // namespace

void sort_by_task(HandedIn& all, const Assignment& a) {
  for (Student& s : all.students) {
    s.attempts.assign(a.tasks.size(), {});
    Rest rest;
    for (const Item& item : s.items) sort_item(item, s, rest, a);
    for (std::vector<Attempt>& its : s.attempts) put_in_order(its);
    for (const std::string& header : rest.headers)
      if (is_beside_a_program(header, s))
        s.remarks.push_back(
            fmt::format("{} was placed next to the program, which may include it", text::printable(header)));
      else
        rest.ignored.push_back({text::printable(header), "no program was handed in with it"});
    const bool all_there =
        std::none_of(s.attempts.begin(), s.attempts.end(), [](const auto& its) { return its.empty(); });
    for (const Ignored& one : rest.ignored)
      s.remarks.push_back(fmt::format("Ignored{}: {} ({})",
                                      all_there || !one.meant ? ", no points are deducted" : "", one.file,
                                      one.why));
    // If there is only one task, an unusable file must have been meant for it.
    if (a.tasks.size() == 1 && s.attempts[0].empty() && !rest.lost.empty())
      s.attempts[0].push_back(rest.lost.back());
  }
}

}  // namespace ladder::assignment
