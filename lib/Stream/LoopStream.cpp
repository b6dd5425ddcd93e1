//===- LoopStream.cpp - The body of a loop as a stream --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counters of the loops are an odometer: when one of them is at its end,
// the next one outwards moves on.
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/LoopStream.h"
#include "LastUses.h"
#include "LoopAddress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

using namespace rafter;

uint64_t LoopBody::iterations() const {
  uint64_t Product = 1;
  for (uint64_t Count : TripCounts)
    Product = llvm::SaturatingMultiply(Product, Count);
  return Product;
}

uint64_t rafter::steadyIterations(const Processor &CPU, size_t Instructions) {
  double Window = CPU.buffer(BufferKind::ReorderBuffer);
  // The slope is taken from what follows the start; of a CPU without a limit on
  // its window, from so many instructions.
  double Simulated = std::isfinite(Window) ? Window * 16 : 8192;
  return std::max<uint64_t>(
      64, std::ceil(Simulated / std::max<size_t>(Instructions, 1)));
}

LoopBody rafter::loopOf(const InstructionTable &Table, TableRange Block) {
  LoopBody Body;
  for (uint32_t I = Block.Begin; I < Block.End; ++I)
    Body.Path.push_back(I);
  if (!Body.Path.empty() &&
      Table.Instructions[Body.Path.back()].Branch != BranchKind::None)
    Body.Path.back() |= TakenBit;
  BlockAddresses Found = followAddresses(Table, Body.Path);
  Body.Addresses = std::move(Found.Patterns);
  Body.DataDependent = Found.DataDependent;
  Body.TripCounts = {std::numeric_limits<uint64_t>::max()};
  return Body;
}

namespace {

/// An instruction of the path that accesses memory, and which operands of the
/// path are its own.
struct AccessingInstruction {
  ExecutedInstruction Executed;
  TableRange Operands;
};

/// One pass over the iterations.
class LoopPlayer {
public:
  explicit LoopPlayer(const LoopBody &Body)
      : Body(Body), Counters(Body.TripCounts.size(), 0),
        Addresses(Body.Addresses.size()) {}

  void play(InstructionConsumer &Consumer, uint64_t Iterations) {
    if (Iterations == 0)
      return;
    Consumer.beginRegion();
    for (uint64_t I = 0; I != Iterations; ++I) {
      findAddresses();
      Consumer.consume({Body.Path, Addresses});
      Consumer.endIteration();
      advance();
    }
    Consumer.endRegion();
  }

  /// What is around the loop, and Iterations of it. EndsWithBranch: the last of
  /// them leaves the loop by the branch at its end.
  void enter(InstructionConsumer &Consumer, uint64_t Iterations,
             bool EndsWithBranch) {
    consume(Body.Before, Consumer);
    std::vector<ExecutedInstruction> Last = Body.Path;
    if (EndsWithBranch)
      Last.back() &= ~TakenBit;
    for (uint64_t I = 0; I != Iterations; ++I) {
      findAddresses();
      Consumer.consume({I + 1 == Iterations ? Last : Body.Path, Addresses});
      advance();
    }
    consume(Body.After, Consumer);
    Consumer.endIteration();
  }

  /// Plays Uses, counted from End on, and goes there: the instructions, Of
  /// each operand, and all of the last Whole iterations that have uses.
  void play(InstructionConsumer &Consumer, uint64_t End,
            llvm::ArrayRef<LastUse> Uses, size_t Whole,
            llvm::ArrayRef<AccessingInstruction> Of) {
    if (!Uses.empty())
      Consumer.beginRegion();
    const LastUse *FirstWhole = Uses.end();
    for (; Whole != 0 && FirstWhole != Uses.begin(); --Whole)
      FirstWhole =
          std::find_if_not(std::make_reverse_iterator(FirstWhole), Uses.rend(),
                           [Behind = FirstWhole[-1].Behind](LastUse U) {
                             return U.Behind == Behind;
                           })
              .base();
    touch(Consumer, End, {Uses.begin(), FirstWhole}, Of);
    for (const LastUse *U = FirstWhole; U != Uses.end(); ++U) {
      if (U != FirstWhole && U[-1].Behind == U->Behind)
        continue;
      goTo(End - 1 - U->Behind);
      findAddresses();
      Consumer.consume({Body.Path, Addresses});
    }
    if (!Uses.empty())
      Consumer.endRegion();
    goTo(End);
  }

private:
  void consume(const StraightCode &Code, InstructionConsumer &Consumer) {
    if (Code.Path.empty())
      return;
    std::vector<uint64_t> At(Code.Addresses.size());
    for (size_t A = 0; A != At.size(); ++A)
      At[A] = addressOf(Code.Addresses[A], A, Counters, Played);
    Consumer.consume({Code.Path, At});
  }

  /// Plays the instructions of Uses, counted from End on.
  void touch(InstructionConsumer &Consumer, uint64_t End,
             llvm::ArrayRef<LastUse> Uses,
             llvm::ArrayRef<AccessingInstruction> Of) {
    constexpr size_t Piece = 512;
    std::vector<ExecutedInstruction> Path;
    std::vector<uint64_t> At;
    for (const LastUse *U = Uses.begin(); U != Uses.end(); ++U) {
      const AccessingInstruction &I = Of[U->Operand];
      goTo(End - 1 - U->Behind);
      Path.push_back(I.Executed);
      for (uint32_t A = I.Operands.Begin; A != I.Operands.End; ++A)
        At.push_back(addressOf(Body.Addresses[A], A, Counters, Played));
      // All operands of an instruction are there with the first one.
      while (U + 1 != Uses.end() && U[1].Behind == U->Behind &&
             U[1].Operand < I.Operands.End)
        ++U;
      if (Path.size() < Piece && U + 1 != Uses.end())
        continue;
      Consumer.consumeAccesses({Path, At});
      Path.clear();
      At.clear();
    }
  }

  void goTo(uint64_t Iteration) {
    if (Iteration == Played)
      return;
    if (Iteration == Played + 1)
      return advance();
    Counters = countersOf(Body, Iteration);
    Played = Iteration;
  }

  void findAddresses() {
    for (size_t A = 0; A != Addresses.size(); ++A)
      Addresses[A] = addressOf(Body.Addresses[A], A, Counters, Played);
  }

  void advance() {
    ++Played;
    for (size_t L = 0; L != Counters.size(); ++L) {
      if (++Counters[L] < Body.TripCounts[L])
        return;
      Counters[L] = 0;
    }
  }

  const LoopBody &Body;
  llvm::SmallVector<uint64_t, 3> Counters;
  std::vector<uint64_t> Addresses;
  uint64_t Played = 0;
};

} // namespace

/// What is played as it is at the end of a previous execution, and of what is
/// in front of that which is counted: for branches, the prefetchers, the caches
/// of code and those of micro-operations. The end of a loop is learned by then.
static constexpr size_t WholeEarlier = 1 << 10, WholeBefore = 1 << 13;

namespace {

/// What is played in front of what is counted, the same each time.
class WarmUp {
public:
  WarmUp(const LoopBody &Body, const InstructionTable &Table);

  /// Leads Player to the first iteration that is counted.
  void play(LoopPlayer &Player, InstructionConsumer &Consumer,
            const LoopBody &Body, const LoopStreamOptions &Options);

private:
  void find(const LoopBody &Body, const LoopStreamOptions &Options);

  /// For each operand of the path: whose it is, and whether it is written.
  std::vector<AccessingInstruction> Accesses;
  llvm::BitVector Stores;
  std::once_flag Found;
  std::vector<LastUse> Earlier, Before;
  /// Iterations that Before is of.
  uint64_t EndOfBefore = 0;
};

} // namespace

WarmUp::WarmUp(const LoopBody &Body, const InstructionTable &Table)
    : Stores(Body.Addresses.size()) {
  unsigned Operand = 0;
  for (ExecutedInstruction E : Body.Path) {
    const StaticInstruction &I = Table.Instructions[E & ~TakenBit];
    const TableRange Own = {Operand, Operand + I.Memory.size()};
    assert(Own.End <= Body.Addresses.size() && "each operand has an address");
    for (const MemoryOperand &M : Table.memory(I)) {
      Accesses.push_back({E, Own});
      if (M.IsStore)
        Stores.set(Operand);
      ++Operand;
    }
  }
}

void WarmUp::find(const LoopBody &Body, const LoopStreamOptions &Options) {
  Earlier = lastUses(Body, Stores, Body.iterations(), Options.Earlier,
                     Options.EarlierLines);
  if (Options.Before > WholeBefore && Options.Before <= Body.iterations())
    EndOfBefore = Options.Before - WholeBefore;
  Before =
      lastUses(Body, Stores, EndOfBefore, EndOfBefore, Options.EarlierLines);
}

void WarmUp::play(LoopPlayer &Player, InstructionConsumer &Consumer,
                  const LoopBody &Body, const LoopStreamOptions &Options) {
  std::call_once(Found, [&] { find(Body, Options); });
  Consumer.setWarmUp(true);
  Player.play(Consumer, Body.iterations(), Earlier, WholeEarlier, Accesses);
  Player.play(Consumer, EndOfBefore, Before, 0, Accesses);
  Player.play(Consumer, Options.Before - EndOfBefore);
  Consumer.setWarmUp(false);
}

InstructionSource rafter::repeat(LoopBody Body, const InstructionTable &Table,
                                 const LoopStreamOptions &Options) {
  auto Warm = std::make_shared<WarmUp>(Body, Table);
  return [Body = std::move(Body), Options,
          Warm = std::move(Warm)](InstructionConsumer &Consumer) {
    LoopPlayer Player(Body);
    Warm->play(Player, Consumer, Body, Options);
    Player.play(Consumer, Options.Iterations);
    return llvm::Error::success();
  };
}

InstructionSource rafter::repeatEntries(LoopBody Body,
                                        const InstructionTable &Table,
                                        const EntryOptions &Options) {
  ExecutedInstruction Last = Body.Path.empty() ? 0 : Body.Path.back();
  bool EndsWithBranch =
      (Last & TakenBit) != 0 &&
      Table.Instructions[Last & ~TakenBit].Branch == BranchKind::Conditional;
  return [=, Body = std::move(Body)](InstructionConsumer &Consumer) {
    LoopPlayer Player(Body);
    auto play = [&](uint64_t Entries) {
      if (Entries == 0)
        return;
      Consumer.beginRegion();
      for (uint64_t E = 0; E != Entries; ++E)
        Player.enter(Consumer, Options.Iterations, EndsWithBranch);
      Consumer.endRegion();
    };
    Consumer.setWarmUp(true);
    play(Options.WarmEntries);
    Consumer.setWarmUp(false);
    play(Options.Entries);
    return llvm::Error::success();
  };
}
