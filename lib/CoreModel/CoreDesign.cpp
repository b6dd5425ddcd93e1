//===- CoreDesign.cpp - A point of the design space of a core -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/CoreDesign.h"
#include "rafter/CoreModel/DesignFamily.h"
#include "rafter/Support/RandomNumbers.h"
#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;

namespace {

constexpr uint32_t L1Sizes[] = {16, 32, 64, 128, 256};
constexpr uint32_t L2Sizes[] = {512, 1024, 2048, 4096};
constexpr uint32_t PrefetchDegrees[] = {0, 4};
constexpr llvm::StringRef Predictors[] = {"simple", "tage"};

template <auto Member> uint32_t get(const CoreDesign &D) {
  return static_cast<uint32_t>(D.*Member);
}
template <auto Member> void set(CoreDesign &D, uint32_t Value) {
  using Type = std::remove_reference_t<decltype(D.*Member)>;
  D.*Member = static_cast<Type>(Value);
}

template <auto Member>
constexpr DesignParameter range(llvm::StringRef Name, llvm::StringRef Meaning,
                                uint32_t Least, uint32_t Greatest,
                                llvm::StringRef Unit = "") {
  return {Name, Unit, Meaning,     Least,      Greatest,
          {},   {},   get<Member>, set<Member>};
}
template <auto Member>
constexpr DesignParameter choice(llvm::StringRef Name, llvm::StringRef Unit,
                                 llvm::StringRef Meaning,
                                 llvm::ArrayRef<uint32_t> Values) {
  return {Name,   Unit, Meaning,     Values.front(), Values.back(),
          Values, {},   get<Member>, set<Member>};
}

using D = CoreDesign;
const DesignParameter Table[] = {
    range<&D::ReorderBuffer>("rob", "entries of the reorder buffer", 1, 1024),
    range<&D::CommitWidth>("commit-width", "instructions committed per cycle",
                           1, 12),
    range<&D::LoadQueue>("load-queue", "loads between issue and commit", 1,
                         256),
    range<&D::StoreQueue>("store-queue", "stores between issue and commit", 1,
                          256),
    range<&D::IntegerIssue>("alu-issue", "integer instructions per cycle", 1,
                            8),
    range<&D::FloatIssue>("fp-issue", "vector and float instructions per cycle",
                          1, 8),
    range<&D::MemoryIssue>("ls-issue", "loads and stores per cycle", 1, 8),
    range<&D::LoadStorePipes>("ls-pipes", "pipes for loads and stores", 1, 8),
    range<&D::LoadPipes>("load-pipes", "pipes for loads only", 0, 8),
    range<&D::FetchWidth>("fetch-width", "instructions fetched per cycle", 1,
                          12),
    range<&D::DecodeWidth>("decode-width", "instructions decoded per cycle", 1,
                           12),
    range<&D::RenameWidth>("rename-width", "instructions renamed per cycle", 1,
                           12),
    range<&D::FetchBuffers>("fetch-buffers",
                            "lines fetched ahead of the decoder", 1, 8),
    range<&D::InstructionFills>("icache-fills",
                                "instruction lines in flight to L1i", 1, 32),
    {"predictor",
     "",
     "of branches",
     0,
     1,
     {},
     Predictors,
     get<&D::Predictor>,
     set<&D::Predictor>},
    range<&D::MispredictionPercent>(
        "misprediction", "per cent of branches that Simple gets wrong", 0, 100),
    choice<&D::L1Data>("l1d", "kB", "first-level data cache", L1Sizes),
    choice<&D::L1Instruction>("l1i", "kB", "first-level instruction cache",
                              L1Sizes),
    choice<&D::L2>("l2", "kB", "second-level cache", L2Sizes),
    choice<&D::PrefetchDegree>("prefetch", "",
                               "lines fetched ahead by L1d's stride prefetcher",
                               PrefetchDegrees)};
static_assert(std::size(Table) == NumDesignParameters);

bool isDefault(const DesignParameter &P, const CoreDesign &Design) {
  return P.Get(Design) == P.Get(CoreDesign());
}

/// Arm's Neoverse N1 has one divider of each: its optimization guide says that
/// divides block those behind them until they are complete.
const DesignParameter Further[] = {
    range<&D::IntegerDividers>(
        "int-dividers", "integer dividers that are not pipelined; 0: pipelined",
        0, 8),
    range<&D::FloatDividers>(
        "fp-dividers", "float dividers that are not pipelined; 0: pipelined", 0,
        8),
    range<&D::L1Latency>("l1-latency", "from a load to data of L1d", 1, 64,
                         "cycles"),
    range<&D::L2Latency>("l2-latency", "the same of L2", 1, 256, "cycles"),
    range<&D::LastLevelLatency>("llc-latency", "the same of the last level", 1,
                                1024, "cycles"),
    range<&D::MemoryLatency>("memory-latency", "the same of memory", 1, 4096,
                             "cycles"),
    range<&D::MemoryBandwidth>("memory-bandwidth",
                               "of memory, where 200 cycles are 90 ns", 1, 1024,
                               "GB/s"),
    range<&D::FillBuffers>("fill-buffers", "lines of data on their way to L1d",
                           1, MissRegisters),
    range<&D::Depth>("depth", "from fetch to issue", 4, 64, "cycles")};

llvm::Error bad(const llvm::Twine &What) {
  return llvm::createStringError(What);
}

std::string legalValues(const DesignParameter &P) {
  if (!P.Words.empty())
    return llvm::join(P.Words, " or ");
  if (P.Values.empty())
    return "a whole number from " + std::to_string(P.Least) + " to " +
           std::to_string(P.Greatest);
  std::string List = "one of";
  for (uint32_t Value : P.Values)
    List += " " + std::to_string(Value);
  return List;
}

llvm::Error setElement(CoreDesign &Design, llvm::StringRef Element) {
  auto [Name, Value] = Element.split('=');
  if (Name.size() == Element.size())
    return bad("'" + Element + "' is no NAME=VALUE");
  const DesignParameter *P = findDesignParameter(Name.trim());
  for (const DesignParameter &Row : Further)
    if (Row.Name == Name.trim())
      P = &Row;
  if (!P) {
    llvm::SmallVector<llvm::StringRef> Names;
    for (const DesignParameter &Row :
         llvm::concat<const DesignParameter>(Table, Further))
      Names.push_back(Row.Name);
    return bad("unknown parameter '" + Name + "'" + didYouMean(Name, Names));
  }
  llvm::Expected<uint32_t> Parsed = P->parse(Value.trim());
  if (!Parsed)
    return bad(P->Name + ": " + llvm::toString(Parsed.takeError()));
  P->Set(Design, *Parsed);
  return llvm::Error::success();
}

} // namespace

size_t DesignParameter::numValues() const {
  return Values.empty() ? Greatest - Least + 1 : Values.size();
}

uint32_t DesignParameter::value(size_t I) const {
  return Values.empty() ? Least + I : Values[I];
}

bool DesignParameter::isLegal(uint32_t Value) const {
  return Values.empty() ? Value >= Least && Value <= Greatest
                        : llvm::is_contained(Values, Value);
}

llvm::Expected<uint32_t> DesignParameter::parse(llvm::StringRef Text) const {
  for (size_t I = 0; I != Words.size(); ++I)
    if (Text == Words[I])
      return I;
  uint32_t Value;
  if (!Words.empty() || Text.getAsInteger(10, Value) || !isLegal(Value))
    return bad("'" + Text + "' is not " + legalValues(*this));
  return Value;
}

std::string DesignParameter::print(uint32_t Value) const {
  return Value < Words.size() ? Words[Value].str() : std::to_string(Value);
}

llvm::ArrayRef<DesignParameter> rafter::designParameters() { return Table; }
llvm::ArrayRef<DesignParameter> rafter::furtherDesignParameters() {
  return Further;
}

const DesignParameter *rafter::findDesignParameter(llvm::StringRef Name) {
  const auto *Found = llvm::find_if(
      Table, [&](const DesignParameter &P) { return P.Name == Name; });
  return Found == std::end(Table) ? nullptr : Found;
}

llvm::Expected<CoreDesign> rafter::parseDesign(llvm::StringRef Text,
                                               CoreDesign Base) {
  llvm::SmallVector<llvm::StringRef> Elements;
  Text.split(Elements, ',', -1, /*KeepEmpty=*/false);
  for (size_t I = 0; I != Elements.size(); ++I) {
    llvm::StringRef Element = Elements[I].trim();
    const auto *Named =
        llvm::find_if(namedDesigns(), [&](const NamedDesign &Row) {
          return Row.Name == Element;
        });
    if (I == 0 && Named != namedDesigns().end())
      Base = Named->Design;
    else if (I == 0 && Element == "largest")
      Base = largestDesign();
    else if (I == 0 && Element == "smallest")
      Base = smallestDesign();
    else if (llvm::Error E = setElement(Base, Element))
      return E;
  }
  return Base;
}

std::string rafter::printDesign(const CoreDesign &Design) {
  std::string Text;
  for (const DesignParameter &P : Table)
    Text +=
        (Text.empty() ? "" : ",") + P.Name.str() + "=" + P.print(P.Get(Design));
  for (const DesignParameter &P : Further)
    if (!isDefault(P, Design))
      Text += "," + P.Name.str() + "=" + P.print(P.Get(Design));
  return Text;
}

llvm::Error rafter::checkDesign(const CoreDesign &Design) {
  for (const DesignParameter &P :
       llvm::concat<const DesignParameter>(Table, Further))
    if (!P.isLegal(P.Get(Design)))
      return bad(P.Name + ": " + llvm::Twine(P.Get(Design)) + " is not " +
                 legalValues(P));
  return llvm::Error::success();
}

llvm::Expected<CoreDesign> rafter::parsePaperDesign(llvm::StringRef Text) {
  llvm::Expected<CoreDesign> Design = parseDesign(Text);
  if (!Design)
    return Design.takeError();
  for (const DesignParameter &P : Further)
    if (!isDefault(P, *Design))
      return bad(P.Name + ": the learned model does not know it; only "
                          "rafter-opt simulate has it");
  return Design;
}

CoreDesign rafter::largestDesign() {
  CoreDesign Design;
  for (const DesignParameter &P : Table)
    P.Set(Design, P.Greatest);
  Design.MispredictionPercent = 0;
  return Design;
}

CoreDesign rafter::smallestDesign() {
  CoreDesign Design;
  for (const DesignParameter &P : Table)
    P.Set(Design, P.Least);
  return Design;
}

CoreDesign rafter::randomDesign(uint64_t Seed) {
  CoreDesign Design;
  RandomNumbers Random(Seed);
  for (const DesignParameter &P : Table)
    P.Set(Design, P.value(Random.next() % P.numValues()));
  return Design;
}
