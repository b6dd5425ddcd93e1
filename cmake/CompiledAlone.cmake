# Sources that a unity build compiles alone: each has a local name that another
# source of its component has as well (utils/check-unity).
set(RAFTER_COMPILED_ALONE
  lib/Analysis/HTMLReport.cpp
  lib/Analysis/ReportDiffPrint.cpp
  lib/Calibrate/ProbeMemory.cpp
  lib/CodeGen/LoopChains.cpp
  lib/CodeGen/LoopEnds.cpp
  lib/CodeGen/MachineLoops.cpp
  lib/CodeGen/PointedObjects.cpp
  lib/CodeGen/SourceLoops.cpp
  lib/Concorde/ConcordeMaps.cpp
  lib/Concorde/ConcordeSweep.cpp
  lib/Concorde/DataSet.cpp
  lib/Concorde/MatrixKernels.cpp
  lib/Concorde/ShardWriter.cpp
  lib/Concorde/StepLatencies.cpp
  lib/CoreModel/CorePage.cpp
  lib/Counters/PerfCSV.cpp
  lib/Counters/PerfScript.cpp
  lib/Fingerprint/ReadARFF.cpp
  lib/Fingerprint/SliceTable.cpp
  lib/ForeignTraces/BranchContest.cpp
  lib/ForeignTraces/ChampSim.cpp
  lib/ForeignTraces/RegDeps.cpp
  lib/ForeignTraces/ZipMembers.cpp
  lib/IR/InstructionLowering.cpp
  lib/Inference/ReadMapping.cpp
  lib/NativeRun/ProgramImage.cpp
  lib/Options/Completions.cpp
  lib/Options/ManPages.cpp
  lib/Passes/AnalyzeModule.cpp
  lib/Remarks/DirectiveParser.cpp
  lib/Roofline/DAGFinding.cpp
  lib/Roofline/RooflineAnalysis.cpp
  lib/Simulation/Causality.cpp
  lib/Simulation/KnownTimes.cpp
  lib/Simulation/ResourceList.cpp
  lib/Simulation/ResourceUse.cpp
  lib/StaticWalk/StaticWalkNests.cpp
  lib/TopDown/TopDownFinding.cpp
  lib/Uarch/UnitGroups.cpp
  lib/WholeProgram/ProgramText.cpp
  tools/rafter-opt/CodeCommand.cpp
  tools/rafter-opt/ConcordeTrain.cpp
  tools/rafter-opt/CountersCommand.cpp
  tools/rafter-opt/FingerprintCommand.cpp
  tools/rafter-opt/ReportCommand.cpp
  tools/rafter-opt/SimulateCommand.cpp
  tools/rafter-opt/TryVariants.cpp
  tools/rafter-opt/UarchCalibrate.cpp
  tools/rafter-opt/UarchCommand.cpp
  unittests/Analysis/JSONReportTest.cpp
  unittests/Analysis/MachineReportTest.cpp
  unittests/Analysis/PlotTest.cpp
  unittests/Analysis/TextReportTest.cpp
  unittests/Analysis/WriteReportTest.cpp
  unittests/CodeGen/DisassembledLoopsTest.cpp
  unittests/CodeGen/LoopCopiesTest.cpp
  unittests/Concorde/MatrixKernelsTest.cpp
  unittests/Concorde/TrainingTest.cpp
  unittests/CoreModel/FirstLevelsTest.cpp
  unittests/Counters/PerfScriptTest.cpp
  unittests/Counters/SampleTableTest.cpp
  unittests/Fingerprint/SliceFilesTest.cpp
  unittests/Fingerprint/TreeTrainingTest.cpp
  unittests/Fingerprint/ValidationTest.cpp
  unittests/Inference/ReadMappingTest.cpp
  unittests/Schedule/Kernels.cpp
  unittests/Schedule/PrefetchTest.cpp
  unittests/Schedule/PublishedRunsTest.cpp
  unittests/Schedule/StoreTableTest.cpp
  unittests/Simulation/InOrderIssueTest.cpp
  unittests/Simulation/MemoryClosedFormsTest.cpp
  unittests/Simulation/SensitivityTest.cpp
  unittests/StaticWalk/StaticWalkNestsTest.cpp
  unittests/Stream/InstructionsOfOperationsTest.cpp
  unittests/Trials/PlacePromotionTest.cpp
  unittests/Uarch/UnitGroupsTest.cpp)

# rafter_compile_alone(TARGET)
# Marks those of the list, which are in the folder of the caller.
function(rafter_compile_alone target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(path "${source}" ABSOLUTE)
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${path}")
    if(path IN_LIST RAFTER_COMPILED_ALONE)
      set_source_files_properties(${source} PROPERTIES
        SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
