//===- FirstLevels.h - What first levels of caches ask for -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An execution in order, without times, only moves lines. What a first level
// holds and asks of the next one then depends on its own size (and the
// prefetcher) alone: each is run once, on lists of accesses made once, and a
// design sends what both of its first levels asked through its own shared ones.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_FIRSTLEVELS_H
#define RAFTER_COREMODEL_FIRSTLEVELS_H

#include "rafter/CoreModel/CacheHierarchy.h"
#include "rafter/Memory/StridePrefetcher.h"
#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace rafter {

class FirstLevels {
public:
  static constexpr uint32_t None = ~0u;

  /// What a first level asks of the shared ones.
  struct Request {
    enum RequestKind : uint64_t { Read, Unique, WriteBack };
    uint64_t Kind : 2;
    uint64_t Line : 62;
    /// The position of the instruction, counted from the warm-up on.
    uint32_t Time;
    /// The load or fetch of the region that waits for it, counted from 0; None
    /// for all other requests.
    uint32_t Number;

    /// Where Caches held the line; L2 for what is written back.
    DataSource sendTo(SharedCaches &Caches) const {
      if (Kind != WriteBack)
        return Caches.read(Line, Kind == Unique);
      Caches.writeBack(Line);
      return DataSource::L2;
    }
  };
  using Requests = std::vector<Request>;

  /// What a core begins with.
  struct State {
    CacheHierarchy Caches;
    StridePrefetcher Prefetcher;
  };

  /// WarmUp runs first, behind what left the state Before, if that is known:
  /// all caches then hold what was used last. Together at most 2^32 - 1
  /// instructions; they must outlive the object.
  explicit FirstLevels(llvm::ArrayRef<CrackedInstruction> WarmUp,
                       llvm::ArrayRef<CrackedInstruction> Region = {},
                       const WarmState *Before = nullptr)
      : WarmUp(WarmUp), Region(Region), Before(Before) {}
  /// Of a region, its state included.
  explicit FirstLevels(const TraceRegion &Region)
      : FirstLevels(Region.WarmUp, Region.Instructions,
                    Region.State ? &*Region.State : nullptr) {}
  /// Of its warm-up alone, where the region is simulated once: its own accesses
  /// are not wanted.
  static FirstLevels ofWarmUp(const TraceRegion &Region) {
    return FirstLevels(Region.WarmUp, {},
                       Region.State ? &*Region.State : nullptr);
  }

  /// Calls Run(0) to Run(Count - 1), by several threads perhaps.
  using Pieces = llvm::function_ref<void(
      size_t Count, llvm::function_ref<void(size_t Piece)> Run)>;
  /// Runs the first levels of these designs. Behind that, several threads may
  /// ask for their requests, and for shared caches that were asked for before.
  void prepare(llvm::ArrayRef<CoreDesign> Designs, Pieces ForEach);

  /// What the L1d of Design, with its prefetcher, and its L1i ask for. A region
  /// fetches its first line anew.
  const Requests &dataRequests(const CoreDesign &Design) {
    return data(Design).Asked;
  }
  const Requests &instructionRequests(const CoreDesign &Design) {
    return instructions(Design).Asked;
  }
  /// Calls Serve(Request, IsData) in the order of time; an instruction is
  /// fetched before it accesses data.
  template <typename Function>
  static void merge(llvm::ArrayRef<Request> Instructions,
                    llvm::ArrayRef<Request> Data, Function Serve) {
    const Request *D = Data.begin();
    for (const Request &I : Instructions) {
      for (; D != Data.end() && D->Time < I.Time; ++D)
        Serve(*D, true);
      Serve(I, false);
    }
    for (; D != Data.end(); ++D)
      Serve(*D, true);
  }

  /// Caches behind the first levels, before the warm-up.
  SharedCaches sharedCaches(uint32_t L2Kilobytes, bool Prefetches);

  /// The caches and the prefetcher of Design behind the warm-up.
  State warm(const CoreDesign &Design);

private:
  struct Access {
    enum AccessKind : uint64_t { Load, Store, Prefetch };
    uint64_t Kind : 2;
    uint64_t Line : 62;
    uint32_t Time;
    uint32_t Number;
  };
  /// Loads, stores and what the prefetcher adds to them.
  struct DataAccesses {
    std::vector<Access> InOrder;
    /// Behind the warm-up.
    StridePrefetcher Prefetcher;
  };
  struct Level {
    /// Behind the warm-up, with the number of its requests.
    CacheHierarchy::L1Cache Warm;
    size_t NumWarm = 0;
    Requests Asked;

    llvm::ArrayRef<Request> warmUp() const {
      return llvm::ArrayRef(Asked).take_front(NumWarm);
    }
  };

  /// A level to run.
  struct NewLevel {
    Level *To;
    llvm::ArrayRef<Access> InOrder;
    uint32_t Kilobytes;
    bool IsCode, Prefetches;
  };
  using NewLevels = llvm::SmallVector<NewLevel, 1>;

  void addData(const CoreDesign &Design, NewLevels &To);
  void addInstructions(const CoreDesign &Design, NewLevels &To);
  void runNew(const NewLevel &New) const;
  const DataAccesses &accesses(uint32_t Degree);
  /// Those of an empty list, whose prefetcher is as it begins.
  void fill(DataAccesses &Found) const;
  const std::vector<Access> &fetches();
  CacheHierarchy::L1Cache firstLevel(uint32_t Kilobytes, bool IsCode,
                                     bool Prefetches) const;
  /// Runs all accesses in order through a new first level.
  void run(Level &To, llvm::ArrayRef<Access> InOrder) const;
  const Level &data(const CoreDesign &Design);
  const Level &instructions(const CoreDesign &Design);

  llvm::ArrayRef<CrackedInstruction> WarmUp, Region;
  const WarmState *Before;
  /// By kilobytes of L2, and whether L1d has a prefetcher.
  std::map<std::pair<uint32_t, bool>, SharedCaches> Shared;
  /// By the degree of the prefetcher.
  std::map<uint32_t, DataAccesses> Accesses;
  /// Lines of instructions.
  std::vector<Access> Fetches;
  /// By kilobytes and degree of the prefetcher; by kilobytes.
  std::map<std::pair<uint32_t, uint32_t>, Level> DataLevels;
  std::map<uint32_t, Level> InstructionLevels;
};

} // namespace rafter

#endif // RAFTER_COREMODEL_FIRSTLEVELS_H
