//===- AnswerText.cpp - The answer for the terminal -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One screen: the loops in turn, each in as few lines as the number of loops
// asks for; what the methods say of the first; how sure that is.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/Answer.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/SourceText.h"
#include "rafter/Report/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::raw_ostream;
using llvm::StringRef;

static constexpr size_t Columns = 100;

using Screen = std::vector<std::string>;

/// Adds First and the words of Text in lines of at most Columns, which begin
/// with blanks after the first; at most MostLines.
static void addWrapped(Screen &S, const std::string &First, StringRef Text,
                       unsigned MostLines = 2) {
  std::string Line = First;
  bool Empty = true;
  unsigned Lines = 1;
  llvm::SmallVector<StringRef, 16> Words;
  Text.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    if (!Empty && Line.size() + 1 + Word.size() > Columns) {
      if (Lines == MostLines) {
        Line += " ...";
        break;
      }
      S.push_back(std::move(Line));
      Line.assign(First.size(), ' ');
      Empty = true;
      ++Lines;
    }
    Line += (Empty ? "" : " ") + Word.str();
    Empty = false;
  }
  S.push_back(std::move(Line));
}

static std::string placeOf(const Statement &S) {
  std::string Place = formatLocation(
      {llvm::sys::path::filename(S.Place.File).str(), S.Place.Line, 0});
  if (S.Code.empty())
    return Place;
  return (Place.empty() ? "" : Place + ": ") + onOneLine(S.Code);
}

/// What is said of a loop, each with what is above it.
enum class Detail : uint8_t { Verdict, Step, Code, Cause };

/// What the region calls and its time has not in it.
static std::string callsNotSeen(const RegionReport &Region, bool IsShort) {
  if (Region.NotSeen.empty())
    return "";
  if (IsShort)
    return " without its calls";
  size_t More = Region.NotSeen.size() - 1;
  return " without the calls of " + shortenName(Region.NotSeen.front().first) +
         (More == 0 ? ""
                    : " and " + formatPlural(More, "function", "functions") +
                          " more");
}

/// What a branch may cost comes before what the end of a single line cuts off.
static std::string verdictOf(const RegionAnswer &A, Detail D) {
  const bool IsShort = D == Detail::Verdict;
  const Statement &S = A.What;
  std::string Text = S.Time;
  if (A.IsAnswered)
    Text += callsNotSeen(*A.Region, IsShort);
  if (IsShort && !S.IfOpen.empty())
    Text += ", " + S.IfOpen;
  if (!S.Cause.empty())
    Text += ", bound by " + S.Cause;
  if (IsShort)
    return Text;
  if (!S.Gain.empty())
    Text += "; " + S.Gain;
  if (!S.IfOpen.empty())
    Text += "; " + S.IfOpen;
  return Text;
}

/// Why, without what usually helps, where something else was tried.
static std::string causeOf(const Statement &S) {
  return StringRef(S.NextStep).split(": ").first.str();
}

static std::string describeMeasurement(const TrialMeasurement &M) {
  std::string Text = "; measured " + formatNumber(M.Speedup, 2) + " times";
  return Text + (M.Difference == 0
                     ? ", the same output"
                     : ", numbers in the output differ by up to " +
                           formatNumber(100 * M.Difference, 2) + " %");
}

static std::string describeResults(const ChangedResults &R) {
  if (!R.any())
    return "";
  return std::string(R.Here ? ", results may change"
                            : ", elsewhere results may change") +
         (R.OnlyByFusing ? " by fused multiply-adds" : "");
}

static std::string describeTrial(const Trial &T) {
  return T.Change + ": " + formatFixed(T.Cycles) +
         (T.Before ? " instead of " + formatFixed(*T.Before) +
                         ", the start of the loop included"
                   : "") +
         " (" + formatNumber(T.Speedup, 2) + " times as fast" +
         describeResults(T.Results) +
         (T.NeedsNoOverlap ? ", if they never overlap" : "") +
         (T.OpenLine != 0
              ? ", if line " + llvm::utostr(T.OpenLine) + " is random"
              : "") +
         (T.Measured ? describeMeasurement(*T.Measured) : "") + ")";
}

/// A change that wins less of what is to be had leaves the rest to others.
static constexpr double MuchOfGain = 0.25;

/// T wins little of what can be won, or where branches are predicted, while
/// most of the time are those that may not be, and T leaves them.
static bool leavesMost(const RegionAnswer &A, const Trial &T) {
  const std::optional<OpenBranch> &Open = A.Region->Open;
  if (Open && Open->isMost())
    return T.OpenCycles > MuchOfGain * Open->Cycles;
  return T.Speedup - 1 < MuchOfGain * (A.What.Speedup - 1);
}

/// What was tried and wins; otherwise what was tried, and what was not.
static void addTrials(Screen &S, const RegionAnswer &A,
                      const std::string &Indent, Detail D) {
  const RegionReport &Region = *A.Region;
  const Trial *Best = Region.best(/*Safe=*/false),
              *Safe = Region.best(/*Safe=*/true);
  if (Best) {
    addWrapped(S, Indent + "write: ", describeTrial(*Best), 3);
    if (Safe && Safe != Best)
      addWrapped(S,
                 Indent + "or, with the same results: ", describeTrial(*Safe));
    if (StringRef Step = StringRef(A.What.NextStep).split(": ").second;
        leavesMost(A, *Best) && !Step.empty())
      addWrapped(S, Indent + "not tried: ", Step);
    return;
  }
  if (!A.What.NextStep.empty())
    addWrapped(S, Indent + "not tried: ", A.What.NextStep);
  if (!Region.WhyUntried.empty())
    addWrapped(S, Indent + "no change was compared: ", Region.WhyUntried);
  if (D == Detail::Step)
    return;
  std::vector<std::string> Simple;
  for (const Trial &T : Region.Tried)
    if (!llvm::StringRef(T.Change).contains(" and "))
      Simple.push_back(T.Change);
  if (!Simple.empty())
    addWrapped(
        S, Indent + "tried, none is faster by 5 %: ", llvm::join(Simple, ", "));
}

/// The name of Region; a line of another file than Input, mostly a header, is
/// said to be one of that.
static std::string nameOf(const RegionReport &Region, StringRef Input) {
  using llvm::sys::path::filename;
  std::string Name = shortenName(Region.Name);
  StringRef File = filename(Region.Source.File);
  if (Region.How == Mode::Static &&
      StringRef(Region.Loop).starts_with("line ") && !File.empty() &&
      File != filename(Input))
    Name += " of " + File.str();
  return Name;
}

static void addRegion(Screen &S, const RegionAnswer &A, StringRef Input,
                      size_t Number, Detail D) {
  std::string Head = llvm::utostr(Number) + ". ";
  std::string Indent(Head.size(), ' ');
  addWrapped(S, Head, nameOf(*A.Region, Input) + ": " + verdictOf(A, D),
             D == Detail::Verdict ? 1 : 2);
  if (std::string Place = placeOf(A.What); D >= Detail::Code && !Place.empty())
    S.push_back(Indent + Place);
  if (D == Detail::Cause && A.Region->best(/*Safe=*/false) &&
      !A.What.NextStep.empty())
    addWrapped(S, Indent, causeOf(A.What), 1);
  if (D == Detail::Verdict)
    return;
  addTrials(S, A, Indent, D);
  if (const std::optional<PowerOfTwoSize> &P = A.Region->IfPowerOfTwo)
    addWrapped(S,
               Indent + "if sizes are " + llvm::utostr(P->Value) + ", not " +
                   llvm::utostr(P->Assumed) + ": ",
               formatFixed(P->Cycles) + " cycles, rows meet in few sets of "
                                        "caches: make them longer");
}

/// What the methods say, where there are several.
static void addOpinions(Screen &S, const Opinions &O) {
  if (O.Methods.size() < 2 || O.Rows.empty())
    return;
  S.push_back("");
  TextTable T("l");
  std::vector<std::string> Head = {"share of the time of 1., by"};
  llvm::append_range(Head, O.Methods);
  T.add(Head);
  for (const ComponentRow &R : llvm::ArrayRef(O.Rows).take_front(3)) {
    std::vector<std::string> Row = {name(R.What) +
                                    (R.Of.empty() ? "" : " (" + R.Of + ")")};
    for (double Share : R.Shares)
      Row.push_back(Share > 0 ? formatPercent(Share) : "-");
    T.add(Row);
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  T.print(OS, 0);
  llvm::SmallVector<StringRef, 8> Lines;
  StringRef(Text).rtrim('\n').split(Lines, '\n');
  S.insert(S.end(), Lines.begin(), Lines.end());
  for (const std::string &D : llvm::ArrayRef(O.Disagreements).take_front(2))
    addWrapped(S, "  ", D);
}

/// Where the numbers come from and what was taken for granted.
static std::string certainty(const Report &R) {
  bool AnyStatic = llvm::any_of(R.Regions, [](const RegionReport &Region) {
    return Region.How == Mode::Static;
  });
  size_t Assumptions = 0;
  ForemostAssumption Foremost;
  for (const RegionReport &Region : R.Regions) {
    Foremost.offer(shortenName(Region.Foremost.Line), Region.Foremost.About);
    Assumptions += Region.Assumptions.size();
  }
  const std::string &First = Foremost.Line;
  bool AnyCounted = llvm::any_of(R.Regions, [](const RegionReport &Region) {
    return Region.How == Mode::Measured;
  });
  std::string Text = AnyStatic    ? "a model of the code; nothing was run"
                     : AnyCounted ? "counted on a processor"
                                  : "a model of what was executed";
  if (llvm::any_of(R.Regions, [](const RegionReport &Region) {
        return llvm::any_of(Region.Tried, [](const Trial &T) {
          return T.Measured.has_value();
        });
      }))
    Text = "a model of the code; what is to be written was measured here";
  if (!First.empty())
    Text += "; " + First;
  if (Assumptions > !First.empty())
    Text += (First.empty() ? "; " : " and ") +
            formatPlural(Assumptions - !First.empty(), "assumption",
                         "assumptions") +
            (First.empty() ? "" : " more");
  return Text;
}

/// Regions of so many that methods have an answer for, and what is left out.
static std::string headOf(const Report &R, size_t Answered, size_t All) {
  std::string Regions =
      R.NestsLeftOut == 0
          ? formatPlural(All, "region", "regions")
          : "the " + llvm::utostr(All) + " hottest of " +
                formatPlural(All + R.NestsLeftOut, "region", "regions");
  std::string CPU =
      R.CPU.Name + (R.Overrides.empty() ? "" : " with " + R.Overrides);
  return (R.Input.empty() ? "<input>" : onOneLine(R.Input)) +
         (CPU.empty() ? "" : " on " + CPU) + ": " +
         (Answered == All ? "" : llvm::utostr(Answered) + " of ") + Regions;
}

/// Of each loop as much as Of says.
static Screen regionLines(llvm::ArrayRef<RegionAnswer> All, StringRef Input,
                          llvm::ArrayRef<Detail> Of) {
  Screen S;
  for (size_t I = 0; I != All.size(); ++I)
    addRegion(S, All[I], Input, I + 1, Of[I]);
  return S;
}

/// The loops, with as much detail as MaxLines leave room for: first the steps
/// of all, then the lines of code, then causes.
static Screen fitRegions(llvm::ArrayRef<RegionAnswer> All, StringRef Input,
                         size_t MaxLines) {
  std::vector<Detail> Of(All.size(), Detail::Verdict);
  if (All.size() > MaxLines) {
    All = All.take_front(MaxLines - 1);
    Screen S = regionLines(All, Input, Of);
    S.push_back("and " + llvm::utostr(Of.size() - All.size()) + " more");
    return S;
  }
  Screen Best = regionLines(All, Input, Of);
  for (Detail D : {Detail::Step, Detail::Code, Detail::Cause})
    for (Detail &OfOne : Of) {
      if (OfOne < static_cast<Detail>(llvm::to_underlying(D) - 1))
        continue;
      const Detail Before = std::exchange(OfOne, D);
      Screen S = regionLines(All, Input, Of);
      if (S.size() <= MaxLines)
        Best = std::move(S);
      else
        OfOne = Before;
    }
  return Best;
}

void rafter::printAnswer(const Report &R, raw_ostream &OS) {
  if (R.Regions.empty()) {
    OS << "no region was analysed" << (R.Input.empty() ? "" : " in " + R.Input)
       << '\n';
    return;
  }
  std::vector<RegionAnswer> All = answers(R);
  const size_t NumRegions = All.size();
  auto hasNone = [](const RegionAnswer &A) { return !A.IsAnswered; };
  if (!llvm::all_of(All, hasNone))
    llvm::erase_if(All, hasNone);
  Screen Head, Tail;
  addWrapped(Head, "", headOf(R, All.size(), NumRegions), 1);
  Head.push_back("");
  addOpinions(Tail, All.front().Of);
  Tail.push_back("");
  addWrapped(Tail, "how sure: ", certainty(R));
  const std::string Nests = llvm::utostr(NumRegions + R.NestsLeftOut);
  addWrapped(Tail, "",
             std::string("all numbers: --details") +
                 (R.CouldRun ? "; the program as it runs: -rafter-run" : "") +
                 (R.MoreToTry ? "; more changes: --try" : "") +
                 (R.NestsLeftOut
                      ? "; all " + Nests + ": -rafter-regions=" + Nests
                      : ""));
  auto fit = [&] {
    return fitRegions(All, R.Input, MaxAnswerLines - Head.size() - Tail.size());
  };
  Screen Middle = fit();
  auto saysPragma = [&] {
    return llvm::any_of(Middle, [](StringRef Line) {
      return Line.contains("#pragma clang fp");
    });
  };
  if (saysPragma()) {
    // Clang takes it nowhere else.
    const std::string Note = "#pragma clang fp comes first in a body";
    if (Tail.back().size() + 2 + Note.size() <= Columns) {
      Tail.back() += "; " + Note;
    } else {
      Tail.push_back(Note);
      Middle = fit();
      // What takes the room of the pragma needs no note.
      if (!saysPragma()) {
        Tail.pop_back();
        Middle = fit();
      }
    }
  }
  for (const Screen *Part : {&Head, &Middle, &Tail})
    for (const std::string &Line : *Part)
      OS << StringRef(Line).rtrim(' ') << '\n';
}
