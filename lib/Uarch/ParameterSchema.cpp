//===- ParameterSchema.cpp - The table of parameters ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters of Fig. 4 of the extended-roofline paper, and what the paper
// left open (associativity, prefetchers, SIMD width), one row each.
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/ParameterSchema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace llvm;
using namespace rafter;

namespace {

using Setter = void (*)(Processor &, double);

template <ComputeKind K> void setLatency(Processor &P, double V) {
  P.compute(K).Latency = V;
}
template <ComputeKind K> void setThroughput(Processor &P, double V) {
  P.compute(K).Throughput = V;
}
template <MemoryLevel L> void setLatency(Processor &P, double V) {
  P.memory(L).Latency = V;
}
template <MemoryLevel L> void setBandwidth(Processor &P, double V) {
  P.memory(L).Bandwidth = V;
}
template <MemoryLevel L> void setTransfer(Processor &P, double V) {
  P.memory(L).Transfer = static_cast<TransferUnit>(static_cast<int>(V));
}
template <MemoryLevel L> void setCapacity(Processor &P, double V) {
  P.memory(L).Capacity = V;
}
template <MemoryLevel L> void setWays(Processor &P, double V) {
  P.memory(L).Ways = V;
}
template <BufferKind B> void setSlots(Processor &P, double V) {
  P.buffer(B) = V;
}
template <double Processor::*Field> void setNumber(Processor &P, double V) {
  P.*Field = V;
}
template <uint32_t Processor::*Field> void setBytes(Processor &P, double V) {
  P.*Field = static_cast<uint32_t>(V);
}
void setOrder(Processor &P, double V) {
  // In the order of the words of "memory-order".
  constexpr MemoryOrder Orders[] = {MemoryOrder::TotalStoreOrder,
                                    MemoryOrder::Weak,
                                    MemoryOrder::InOrderLoads};
  P.Order = Orders[static_cast<unsigned>(V)];
}
void setFusedMultiplyAdd(Processor &P, double V) {
  P.HasFusedMultiplyAdd = V == 0;
}
void setNextLine(Processor &P, double V) { P.NextLinePrefetch = V != 0; }
void setStride(Processor &P, double V) {
  P.StridePrefetchDistance = static_cast<unsigned>(V);
}

// Bounds that no machine reaches, but that keep every product of a cycle count
// and a parameter far from overflow.
constexpr double LeastRate = 1e-3;
constexpr double GreatestRate = 1e6;
constexpr double GreatestLatency = 1e5;
constexpr double GreatestSlots = 1e6;
constexpr double GreatestCapacity = 1099511627776.0; // 1 TiB
constexpr double GreatestWays = 65536;
constexpr double GreatestStride = 128;

constexpr ParameterSchema rate(StringRef Key, StringRef Unit, Setter Store,
                               StringRef Meaning, bool Optional = false) {
  return {Key,
          Unit,
          "",
          LeastRate,
          GreatestRate,
          /*Whole=*/false,
          /*PowerOfTwo=*/false,
          Extremes::RemoveLimit,
          Optional,
          Store,
          Meaning};
}
constexpr ParameterSchema latency(StringRef Key, Setter Store,
                                  StringRef Meaning) {
  return {Key,
          "cycles",
          "",
          1,
          GreatestLatency,
          /*Whole=*/true,
          /*PowerOfTwo=*/false,
          Extremes::TakeNoTime,
          /*Optional=*/false,
          Store,
          Meaning};
}
constexpr ParameterSchema slots(StringRef Key, Setter Store,
                                StringRef Meaning) {
  return {Key,
          "slots",
          "",
          1,
          GreatestSlots,
          /*Whole=*/true,
          /*PowerOfTwo=*/false,
          Extremes::RemoveLimit,
          /*Optional=*/false,
          Store,
          Meaning};
}
constexpr ParameterSchema word(StringRef Key, StringRef Words, Setter Store,
                               StringRef Meaning, bool Optional = false) {
  return {Key,
          "",
          Words,
          0,
          0,
          /*Whole=*/true,
          /*PowerOfTwo=*/false,
          Extremes::Illegal,
          Optional,
          Store,
          Meaning};
}
constexpr ParameterSchema capacity(StringRef Key, Setter Store,
                                   StringRef Meaning) {
  return {Key,
          "bytes",
          "",
          1,
          GreatestCapacity,
          /*Whole=*/true,
          /*PowerOfTwo=*/false,
          Extremes::RemoveCache,
          /*Optional=*/false,
          Store,
          Meaning};
}
constexpr ParameterSchema ways(StringRef Key, Setter Store) {
  return {Key,
          "ways",
          "",
          1,
          GreatestWays,
          /*Whole=*/true,
          /*PowerOfTwo=*/false,
          Extremes::RemoveLimit,
          /*Optional=*/true,
          Store,
          "Ways of a set of this cache; without a limit the cache is "
          "fully associative, as in the paper."};
}
constexpr ParameterSchema powerOfTwo(StringRef Key, double Least,
                                     double Greatest, Setter Store,
                                     StringRef Meaning) {
  return {Key,
          "bytes",
          "",
          Least,
          Greatest,
          /*Whole=*/true,
          /*PowerOfTwo=*/true,
          Extremes::Illegal,
          /*Optional=*/false,
          Store,
          Meaning};
}

constexpr StringRef Operations = "operations/cycle";
constexpr StringRef Accesses = "accesses/cycle";
constexpr StringRef BytesPerCycle = "bytes/cycle";

using CK = ComputeKind;
using ML = MemoryLevel;
using BK = BufferKind;

constexpr ParameterSchema Schemas[] = {
    rate("fetch", Operations, setNumber<&Processor::FetchBandwidth>,
         "Operations that enter the machine (phi)."),
    rate("throughput.add", Operations, setThroughput<CK::Add>,
         "Additions and subtractions issued, each up to simd.width wide (pi)."),
    rate("throughput.mul", Operations, setThroughput<CK::Multiply>,
         "Multiplications issued (pi)."),
    rate("throughput.fma", Operations, setThroughput<CK::FusedMultiplyAdd>,
         "Fused multiply-adds issued; each is two flops (pi)."),
    rate("throughput.div", Operations, setThroughput<CK::Divide>,
         "Divisions issued (pi)."),
    rate("throughput.sqrt", Operations, setThroughput<CK::SquareRoot>,
         "Square roots issued (pi)."),
    rate("throughput.compute", Operations,
         setNumber<&Processor::ComputeThroughput>,
         "All computations together, where kinds share ports.",
         /*Optional=*/true),
    rate("throughput.load", Accesses, setNumber<&Processor::LoadThroughput>,
         "Loads issued."),
    rate("throughput.store", Accesses, setNumber<&Processor::StoreThroughput>,
         "Stores issued."),
    rate("throughput.address", Accesses,
         setNumber<&Processor::AddressThroughput>,
         "Loads and stores together (address generators)."),
    latency("latency.add", setLatency<CK::Add>,
            "From issue to result of an addition (lambda)."),
    latency("latency.mul", setLatency<CK::Multiply>,
            "From issue to result of a multiplication (lambda)."),
    latency("latency.fma", setLatency<CK::FusedMultiplyAdd>,
            "From issue to result of a fused multiply-add (lambda)."),
    latency("latency.div", setLatency<CK::Divide>,
            "From issue to result of a division (lambda)."),
    latency("latency.sqrt", setLatency<CK::SquareRoot>,
            "From issue to result of a square root (lambda)."),
    latency("latency.L1", setLatency<ML::L1>,
            "From issue to data of an access that hits L1 (mu)."),
    latency("latency.L2", setLatency<ML::L2>,
            "From issue to data of an access that hits L2 (mu)."),
    latency("latency.L3", setLatency<ML::L3>,
            "From issue to data of an access that hits L3 (mu)."),
    latency("latency.mem", setLatency<ML::Memory>,
            "From issue to data of an access that misses every cache (mu)."),
    rate("bandwidth.L1", BytesPerCycle, setBandwidth<ML::L1>,
         "What L1 delivers to the core (beta)."),
    rate("bandwidth.L2", BytesPerCycle, setBandwidth<ML::L2>,
         "What L2 delivers to L1 (beta)."),
    rate("bandwidth.L3", BytesPerCycle, setBandwidth<ML::L3>,
         "What L3 delivers to one core (beta)."),
    rate("bandwidth.mem", BytesPerCycle, setBandwidth<ML::Memory>,
         "What memory delivers to one core (beta)."),
    word("transfer.L1", "access|line", setTransfer<ML::L1>,
         "What an access served by L1 occupies the link with: its own bytes, "
         "or a line."),
    word("transfer.L2", "access|line", setTransfer<ML::L2>, "The same for L2."),
    word("transfer.L3", "access|line", setTransfer<ML::L3>, "The same for L3."),
    word("transfer.mem", "access|line", setTransfer<ML::Memory>,
         "The same for memory."),
    capacity("capacity.L1", setCapacity<ML::L1>, "Size of L1 (gamma)."),
    capacity("capacity.L2", setCapacity<ML::L2>, "Size of L2 (gamma)."),
    capacity("capacity.L3", setCapacity<ML::L3>,
             "Size of L3 that one core can fill (gamma)."),
    ways("ways.L1", setWays<ML::L1>),
    ways("ways.L2", setWays<ML::L2>),
    ways("ways.L3", setWays<ML::L3>),
    powerOfTwo("line", 8, 65536, setBytes<&Processor::LineBytes>,
               "Bytes of a cache line (chi)."),
    slots("rob", setSlots<BK::ReorderBuffer>,
          "Reorder buffer: operations from fetch until they and all older "
          "ones are complete."),
    slots("rs", setSlots<BK::ReservationStation>,
          "Reservation station: operations that wait for issue."),
    slots("lb", setSlots<BK::LoadBuffer>, "Load buffer: loads in flight."),
    slots("sb", setSlots<BK::StoreBuffer>, "Store buffer: stores in flight."),
    slots("lfb", setSlots<BK::LineFillBuffer>,
          "Line fill buffers: misses of L1 in flight."),
    powerOfTwo("simd.width", 4, 65536, setBytes<&Processor::SimdBytes>,
               "Bytes that one computation or access may process; wider ones "
               "are split. 8 makes every double an operation of its own."),
    word("memory-order", "x86-tso|weak|in-order-loads", setOrder,
         "Which accesses may pass each other."),
    word("fma", "fused|separate", setFusedMultiplyAdd,
         "Whether a fused multiply-add is one operation, or a multiplication "
         "and an addition where the CPU has no such instruction.",
         /*Optional=*/true),
    word("prefetch.next-line", "off|on", setNextLine,
         "Whether a miss of L1 also brings in the next line.",
         /*Optional=*/true),
    {"prefetch.stride", "lines", "", 1, GreatestStride, /*Whole=*/true,
     /*PowerOfTwo=*/false, Extremes::ZeroRemoves, /*Optional=*/true, setStride,
     "How many lines ahead a detected stride is prefetched."}};

Error badValue(const Twine &Message) { return createStringError(Message); }

Expected<double> parseWord(const ParameterSchema &S, StringRef Text) {
  SmallVector<StringRef> Words;
  S.Words.split(Words, '|');
  auto It = find(Words, Text);
  if (It == Words.end())
    return badValue("'" + Text + "' is not one of " + S.Words);
  return static_cast<double>(It - Words.begin());
}

/// Takes a binary suffix off Text. K and KiB are 1024, as on data sheets of
/// caches.
double takeSuffix(StringRef &Text) {
  if (Text.consume_back("KiB") || Text.consume_back("K"))
    return 1024.0;
  if (Text.consume_back("MiB") || Text.consume_back("M"))
    return 1024.0 * 1024.0;
  if (Text.consume_back("GiB") || Text.consume_back("G"))
    return 1024.0 * 1024.0 * 1024.0;
  return 1.0;
}

/// Plain decimal numbers only: no hexadecimal, no NaN.
std::optional<double> parseDecimal(StringRef Text) {
  StringRef Unsigned = Text;
  Unsigned.consume_front("-");
  double Value = 0;
  if (Unsigned.empty() || (!isDigit(Unsigned[0]) && Unsigned[0] != '.') ||
      Unsigned.find_first_not_of("0123456789.eE+-") != StringRef::npos ||
      Text.getAsDouble(Value) || !std::isfinite(Value))
    return std::nullopt;
  return Value;
}

/// A decimal number or a fraction of two, such as 1/22 operations per cycle.
std::optional<double> parseNumber(StringRef Text) {
  auto [Over, Under] = Text.split('/');
  std::optional<double> Numerator = parseDecimal(Over);
  if (!Numerator || !Text.contains('/'))
    return Numerator;
  std::optional<double> Denominator = parseDecimal(Under);
  if (!Denominator || *Denominator <= 0)
    return std::nullopt;
  double Quotient = *Numerator / *Denominator;
  if (!std::isfinite(Quotient))
    return std::nullopt;
  return Quotient;
}

/// As short as it reads back: "0.001", "1e+06".
std::string printNumber(double V) {
  std::string Text;
  raw_string_ostream(Text) << format("%g", V);
  return Text;
}

/// What 0 or inf stands for; nothing where it is an error.
std::optional<double> specialValue(Extremes Special, bool IsZero) {
  switch (Special) {
  case Extremes::RemoveLimit:
    return Unlimited;
  case Extremes::TakeNoTime:
    return 0.0;
  case Extremes::RemoveCache:
    return IsZero ? 0.0 : Unlimited;
  case Extremes::ZeroRemoves:
    return IsZero ? std::optional<double>(0.0) : std::nullopt;
  case Extremes::Illegal:
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace

Expected<double> ParameterSchema::parse(StringRef Text) const {
  if (Text.empty())
    return badValue("no value");
  if (isWord())
    return parseWord(*this, Text);

  bool IsInfinite = Text == "inf";
  double Value = Unlimited;
  if (!IsInfinite) {
    StringRef Digits = Text;
    double Factor = Unit == "bytes" ? takeSuffix(Digits) : 1.0;
    std::optional<double> Number = parseNumber(Digits);
    if (!Number)
      return badValue("'" + Text + "' is not a number");
    Value = *Number * Factor;
  }
  if (IsInfinite || Value == 0) {
    if (std::optional<double> Meant = specialValue(Special, !IsInfinite))
      return *Meant;
    return badValue("'" + Text + "' is not legal here");
  }
  if (Value < 0)
    return badValue("'" + Text + "' is negative");
  if (Whole && Value != std::floor(Value))
    return badValue("'" + Text + "' is not a whole number of " + Unit);
  if (PowerOfTwo && !isPowerOf2_64(static_cast<uint64_t>(Value)))
    return badValue("'" + Text + "' is not a power of two");
  if (Value < Least || Value > Greatest)
    return badValue("'" + Text + "' is outside " + printNumber(Least) + " to " +
                    printNumber(Greatest) + " " + Unit);
  return Value;
}

ArrayRef<ParameterSchema> rafter::parameterSchemas() { return Schemas; }

const ParameterSchema *rafter::findParameter(StringRef Key) {
  auto It = find_if(Schemas, [&](const auto &S) { return S.Key == Key; });
  return It == std::end(Schemas) ? nullptr : &*It;
}

StringRef rafter::nearestWord(StringRef Word, ArrayRef<StringRef> Candidates) {
  // A third of the letters wrong is no misspelling any more.
  unsigned Best = std::max<unsigned>(1, Word.size() / 3) + 1;
  StringRef Nearest;
  for (StringRef Candidate : Candidates) {
    unsigned Distance =
        Word.edit_distance_insensitive(Candidate, /*AllowReplacements=*/true,
                                       /*MaxEditDistance=*/Best);
    if (Distance < Best) {
      Best = Distance;
      Nearest = Candidate;
    }
  }
  return Nearest;
}

Error rafter::checkProcessor(const Processor &CPU) {
  for (unsigned I = 0; I != NumCacheLevels; ++I) {
    const MemoryLevelParameters &Level = CPU.Memory[I];
    std::string Key = std::string("capacity.") + name(MemoryLevel(I));
    if (Level.Capacity == 0 || Level.Capacity == Unlimited)
      continue;
    if (Level.Capacity < CPU.LineBytes)
      return badValue(Key + ": " + printNumber(Level.Capacity) +
                      " bytes are less than a line of " + Twine(CPU.LineBytes));
    double SetBytes = Level.Ways * CPU.LineBytes;
    if (Level.Ways != Unlimited && std::fmod(Level.Capacity, SetBytes) != 0)
      return badValue(Key + ": not a multiple of " + printNumber(Level.Ways) +
                      " ways of lines of " + Twine(CPU.LineBytes) + " bytes");
  }
  return Error::success();
}
