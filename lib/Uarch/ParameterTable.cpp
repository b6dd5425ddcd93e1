//===- ParameterTable.cpp - The table of parameters -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters of Fig. 4 of the extended-roofline paper, what the paper left
// open (associativity, prefetchers, SIMD width), and those of the core that
// only the machine level uses, one row each.
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/ParameterSchema.h"

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
template <double CoreParameters::*Field> void setCore(Processor &P, double V) {
  P.Core.*Field = V;
}
template <bool CoreParameters::*Field> void setCore(Processor &P, double V) {
  P.Core.*Field = V != 0;
}
template <MemoryLevel L> void setCodeBandwidth(Processor &P, double V) {
  P.Core.CodeBandwidth[static_cast<unsigned>(L)] = V;
}
template <MemoryLevel L> void setWriteBack(Processor &P, double V) {
  P.Core.WriteBackBandwidth[static_cast<unsigned>(L)] = V;
}
/// The width that says that a file describes the core at all.
void setRenameWidth(Processor &P, double V) {
  P.Core.RenameWidth = V;
  P.Core.Known = true;
}
void setMacroFusion(Processor &P, double V) {
  // In the order of the words of "fusion.macro".
  constexpr MacroFusion Kinds[] = {
      MacroFusion::None, MacroFusion::X86Arithmetic, MacroFusion::X86Compare,
      MacroFusion::AArch64Compare};
  P.Core.Fusion = Kinds[static_cast<unsigned>(V)];
}
void setMoveElimination(Processor &P, double V) {
  // none|integer|vector|all: one bit for each register file.
  unsigned Files = static_cast<unsigned>(V);
  P.Core.EliminateIntegerMoves = (Files & 1) != 0;
  P.Core.EliminateVectorMoves = (Files & 2) != 0;
}
void setMemoryRenaming(Processor &P, double V) {
  P.Core.MemoryRenamingLatency = V == Unlimited ? -1 : V;
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
/// Neither a word nor a power of two.
constexpr ParameterSchema plain(StringRef Key, StringRef Unit, double Least,
                                double Greatest, bool Whole, Extremes Special,
                                Setter Store, StringRef Meaning) {
  return {Key,
          Unit,
          "",
          Least,
          Greatest,
          Whole,
          /*PowerOfTwo=*/false,
          Special,
          /*Optional=*/false,
          Store,
          Meaning};
}
constexpr ParameterSchema latency(StringRef Key, Setter Store,
                                  StringRef Meaning) {
  return plain(Key, "cycles", 1, GreatestLatency, /*Whole=*/true,
               Extremes::TakeNoTime, Store, Meaning);
}
constexpr ParameterSchema slots(StringRef Key, Setter Store, StringRef Meaning,
                                Extremes Special = Extremes::RemoveLimit) {
  return plain(Key, "slots", 1, GreatestSlots, /*Whole=*/true, Special, Store,
               Meaning);
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

constexpr ParameterSchema ofCore(ParameterSchema S) {
  S.Optional = true;
  S.OfCore = true;
  return S;
}
/// Width of the core's pipeline.
constexpr ParameterSchema width(StringRef Key, Setter Store,
                                StringRef Meaning) {
  return ofCore(rate(Key, "slots/cycle", Store, Meaning));
}
/// Cycles that the core adds; fractions are means.
constexpr ParameterSchema delay(StringRef Key, Setter Store, StringRef Meaning,
                                Extremes Special = Extremes::TakeNoTime) {
  return ofCore(plain(Key, "cycles", LeastRate, GreatestLatency,
                      /*Whole=*/false, Special, Store, Meaning));
}
/// Entries of a structure of the core.
constexpr ParameterSchema entries(StringRef Key, Setter Store,
                                  StringRef Meaning,
                                  Extremes Special = Extremes::RemoveLimit) {
  return ofCore(slots(Key, Store, Meaning, Special));
}
/// Parts of a structure of the core.
constexpr ParameterSchema parts(StringRef Key, StringRef Unit, double Most,
                                bool PowerOfTwo, Setter Store,
                                StringRef Meaning) {
  return ofCore({Key, Unit, "", 1, Most, /*Whole=*/true, PowerOfTwo,
                 Extremes::Illegal, /*Optional=*/true, Store, Meaning});
}
constexpr ParameterSchema core(StringRef Key, StringRef Words, Setter Store,
                               StringRef Meaning) {
  return ofCore(word(Key, Words, Store, Meaning));
}

constexpr StringRef Operations = "operations/cycle";
constexpr StringRef Accesses = "accesses/cycle";
constexpr StringRef BytesPerCycle = "bytes/cycle";

using CK = ComputeKind;
using ML = MemoryLevel;
using BK = BufferKind;
using CP = CoreParameters;

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
         "What an access served by L1 occupies the link with."),
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
     "How many lines ahead a detected stride is prefetched."},

    // What only the machine level uses.
    width("decode.width", setCore<&CP::DecodeWidth>,
          "Of the decoders, where the micro-operation cache does not serve."),
    ofCore(rate("decode.bytes", BytesPerCycle, setCore<&CP::DecodeBytes>,
                "Bytes of instructions that the decoders take.")),
    ofCore(rate("decode.complex", "instructions/cycle",
                setCore<&CP::ComplexDecoders>,
                "Instructions of several slots that the decoders take.")),
    ofCore(capacity("code.capacity", setCore<&CP::CodeCapacity>,
                    "Size of L1 of the instructions.")),
    parts("code.ways", "ways", GreatestWays, /*PowerOfTwo=*/false,
          setCore<&CP::CodeWays>, "Ways of a set of it."),
    ofCore(rate("code.bandwidth.L2", BytesPerCycle, setCodeBandwidth<ML::L2>,
                "What L2 delivers to L1 of the instructions.")),
    ofCore(rate("code.bandwidth.L3", BytesPerCycle, setCodeBandwidth<ML::L3>,
                "The same for L3.")),
    ofCore(rate("code.bandwidth.mem", BytesPerCycle,
                setCodeBandwidth<ML::Memory>, "The same for memory.")),
    width("uop-cache.width", setCore<&CP::UopCacheWidth>,
          "What the micro-operation cache delivers."),
    entries("uop-cache.capacity", setCore<&CP::UopCacheSlots>,
            "Size of the micro-operation cache.", Extremes::RemoveCache),
    parts("uop-cache.entry", "slots", 64, /*PowerOfTwo=*/false,
          setCore<&CP::UopCacheEntry>,
          "Slots of an entry of the micro-operation cache."),
    parts("uop-cache.window", "bytes", 4096, /*PowerOfTwo=*/true,
          setCore<&CP::UopCacheWindow>,
          "Aligned bytes of code whose slots may share an entry."),
    parts("uop-cache.window-entries", "entries", 4096, /*PowerOfTwo=*/false,
          setCore<&CP::UopCacheEntriesOfWindow>,
          "Most entries of such bytes; code that needs more is not cached."),
    entries("loop-buffer.capacity", setCore<&CP::LoopBufferSlots>,
            "Loops of at most this size run from the loop buffer.",
            Extremes::RemoveCache),
    entries("decode-queue", setCore<&CP::DecodeQueueSlots>,
            "Slots of the queue between the decoders and rename."),
    width("rename.width", setRenameWidth,
          "Slots renamed and dispatched; a file of a core has it."),
    width("retire.width", setCore<&CP::RetireWidth>, "Slots retired."),
    ofCore(rate("branches.taken", "branches/cycle", setCore<&CP::TakenBranches>,
                "Taken branches.")),
    delay("branches.bubble", setCore<&CP::TakenBranchBubble>,
          "Cycles without delivery after a taken branch."),
    delay("branches.indirect", setCore<&CP::IndirectBranch>,
          "From a taken branch to an unknown target to the next taken one."),
    delay("branches.return", setCore<&CP::ReturnBranch>,
          "The same of a return, where it is another number."),
    delay("branches.indirect-varying", setCore<&CP::VaryingBranch>,
          "Added before the next direct branch where the target has varied."),
    delay("branches.misprediction", setCore<&CP::MispredictionPenalty>,
          "From a mispredicted branch until the right path is renamed."),
    core("branches.erratum", "off|on", setCore<&CP::JumpErratum>,
         "Whether jumps keep 32 bytes of code out of that cache."),
    core("fusion.macro", "none|x86-arithmetic|x86-compare|aarch64-compare",
         setMacroFusion,
         "Which instructions share a slot with the branch behind them."),
    core("fusion.micro", "off|on", setCore<&CP::MicroFusion>,
         "Whether a load or store shares a slot with its operation."),
    core("fusion.unlaminate-indexed", "off|on", setCore<&CP::UnlaminateIndexed>,
         "Whether such a slot becomes two at rename if there is an index."),
    entries("fusion.unlaminated-slots", setCore<&CP::UnlaminatedSlots>,
            "Slots that each of them takes in addition at rename."),
    core("rename.eliminate-moves", "none|integer|vector|all",
         setMoveElimination, "Which moves between registers rename does."),
    core("rename.zero-idioms", "off|on", setCore<&CP::ZeroIdioms>,
         "Whether rename does instructions that always give zero."),
    core("rename.fold-additions", "off|on",
         setCore<&CP::FoldImmediateAdditions>,
         "Whether rename does additions of small constants."),
    core("issue", "out-of-order|in-order", setCore<&CP::InOrderIssue>,
         "Whether an instruction may issue before the one in front of it."),
    core("rs.unified", "off|on", setCore<&CP::UnifiedScheduler>,
         "Whether loads and stores wait in the reservation station (rs) too."),
    entries("rs.load", setCore<&CP::LoadScheduler>,
            "Scheduler of the loads, where it is not rs."),
    entries("rs.store", setCore<&CP::StoreScheduler>,
            "Scheduler of the stores, where it is not rs."),
    entries("rs.vector", setCore<&CP::VectorScheduler>,
            "Scheduler of vector operations, where it is not rs."),
    entries("rs.vector-queue", setCore<&CP::VectorQueue>,
            "Queue in front of rs.vector, left in program order."),
    entries("rs.wakeup-group", setCore<&CP::WakeUpGroup>,
            "Slots in which integer operations are woken too early."),
    entries("registers.integer", setCore<&CP::IntegerRegisters>,
            "Physical integer registers beyond the architectural ones."),
    entries("registers.vector", setCore<&CP::VectorRegisters>,
            "Physical vector registers beyond the architectural ones."),
    delay("store-forward.latency", setCore<&CP::StoreForwardLatency>,
          "From store data or load issue to the data of a load from a store."),
    delay("store-forward.vector", setCore<&CP::StoreForwardVector>,
          "Added to it where the load's data goes to a vector register."),
    delay("store-forward.renamed", setMemoryRenaming,
          "The same where memory renaming applies.", Extremes::InfinityRemoves),
    core("store-forward.renamed-by", "form|distance",
         setCore<&CP::RenamesByDistance>,
         "How memory renaming finds a load's store."),
    delay("store-forward.failed", setCore<&CP::FailedForwarding>,
          "From a store of a part of a load's bytes to the load's access."),
    delay("store-forward.alias", setCore<&CP::Aliasing>,
          "Lost by a load from the place of a store in another page."),
    delay("forward.float-add", setCore<&CP::FloatAddForwarding>,
          "How much earlier an addition gets another one's result."),
    delay("load.latency", setCore<&CP::LoadLatency>,
          "Of a load of a general register that hits L1; default: LLVM's."),
    delay("load.vector-latency", setCore<&CP::VectorLoadLatency>,
          "The same of a vector register."),
    delay("load.scaled-index", setCore<&CP::ScaledIndex>,
          "Added to both where the address's index is multiplied."),
    core("load.reissue-misses", "off|on", setCore<&CP::ReissueMisses>,
         "Whether misses of L1 issue and stores across lines commit twice."),
    parts("load.crossing-issues", "issues", 16, /*PowerOfTwo=*/false,
          setCore<&CP::CrossingIssues>,
          "How often a load that crosses a line issues."),
    delay("load.line-fill", setCore<&CP::LineFill>,
          "No load issues for so long when a line arrives in L1."),
    parts("load.banks", "banks", 8, /*PowerOfTwo=*/true,
          setCore<&CP::LoadBanks>, "Banks of L1."),
    parts("load.bank-bytes", "bytes", 64, /*PowerOfTwo=*/true,
          setCore<&CP::LoadBankBytes>, "Bytes of a line that lie in one bank."),
    ofCore(rate("load.bank-reads", Accesses, setCore<&CP::LoadBankReads>,
                "Loads that a bank serves.")),
    ofCore(rate("load.bank-operands", Accesses, setCore<&CP::LoadBankOperands>,
                "The same of loads that are operands of a computation.")),
    ofCore(rate("write-back.L2", BytesPerCycle, setWriteBack<ML::L2>,
                "Dirty lines from L1 to L2, on the link of lines to L1.")),
    ofCore(rate("write-back.L3", BytesPerCycle, setWriteBack<ML::L3>,
                "The same from L2 to L3.")),
    ofCore(rate("write-back.mem", BytesPerCycle, setWriteBack<ML::Memory>,
                "The same from L3 to memory.")),
    ofCore(rate("store-commit", "stores/cycle", setCore<&CP::StoreCommit>,
                "Stores committed to L1.")),
    ofCore(rate("store-commit.lines", "lines/cycle",
                setCore<&CP::StoreCommitLines>,
                "Lines that stores commit to.")),
    entries("store-commit.open-lines", setCore<&CP::StoreOpenLines>,
            "Lines stored to last that further stores do not have to open."),
    delay("line-crossing", setCore<&CP::LineCrossing>,
          "Added to an access that crosses a line."),
    delay("line-sets", setCore<&CP::SameSetFill>,
          "Lost by a line to a set of L1 to which all lines in flight go."),
    entries("dtlb.entries", setCore<&CP::DTLBEntries>,
            "First level of the data TLB."),
    entries("dtlb.second-entries", setCore<&CP::STLBEntries>,
            "Second level of the data TLB."),
    delay("dtlb.second-latency", setCore<&CP::STLBLatency>,
          "Added to an access that misses the first but hits this one."),
    ofCore(rate("dtlb.second-bandwidth", Accesses, setCore<&CP::STLBBandwidth>,
                "Accesses that miss the first level.")),
    delay("dtlb.walk", setCore<&CP::PageWalkLatency>,
          "Added to an access that misses both levels."),
    ofCore({"page", "bytes", "", 64, GreatestCapacity, /*Whole=*/true,
            /*PowerOfTwo=*/true, Extremes::Illegal, /*Optional=*/true,
            setCore<&CP::PageBytes>, "Bytes of a page of memory."})};

} // namespace

ArrayRef<ParameterSchema> rafter::parameterSchemas() { return Schemas; }
