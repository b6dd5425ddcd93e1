//===- QemuPluginApi.h - The functions of QEMU that we use -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations for version 1 of QEMU's plugin interface (QEMU 7.2): Debian
// packages no header. See docs/devel/tcg-plugins.rst of QEMU.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_QEMUPLUGIN_QEMUPLUGINAPI_H
#define RAFTER_TOOLS_QEMUPLUGIN_QEMUPLUGINAPI_H

#include <cstddef>
#include <cstdint>

extern "C" {

/// The version that a plugin was made for, which QEMU reads.
__attribute__((visibility("default"))) extern int qemu_plugin_version;

using qemu_plugin_id_t = uint64_t;
using qemu_plugin_meminfo_t = uint32_t;

struct qemu_info_t {
  const char *target_name;
  struct {
    int min;
    int cur;
  } version;
  bool system_emulation;
  struct {
    int smp_vcpus;
    int max_vcpus;
  } system;
};

struct qemu_plugin_tb;
struct qemu_plugin_insn;

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS = 0 };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };

using qemu_plugin_vcpu_cb_t = void (*)(qemu_plugin_id_t, unsigned);
using qemu_plugin_tb_trans_cb_t = void (*)(qemu_plugin_id_t, qemu_plugin_tb *);
using qemu_plugin_exec_cb_t = void (*)(unsigned, void *);
using qemu_plugin_mem_cb_t = void (*)(unsigned, qemu_plugin_meminfo_t, uint64_t,
                                      void *);
using qemu_plugin_udata_cb_t = void (*)(qemu_plugin_id_t, void *);
using qemu_plugin_syscall_cb_t = void (*)(qemu_plugin_id_t, unsigned, int64_t,
                                          uint64_t, uint64_t, uint64_t,
                                          uint64_t, uint64_t, uint64_t,
                                          uint64_t, uint64_t);

using qemu_plugin_syscall_ret_cb_t = void (*)(qemu_plugin_id_t, unsigned,
                                              int64_t, int64_t);

void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t, qemu_plugin_vcpu_cb_t);
void qemu_plugin_register_vcpu_exit_cb(qemu_plugin_id_t, qemu_plugin_vcpu_cb_t);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, qemu_plugin_udata_cb_t,
                                    void *);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t,
                                           qemu_plugin_tb_trans_cb_t);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t,
                                          qemu_plugin_syscall_cb_t);
void qemu_plugin_register_vcpu_syscall_ret_cb(qemu_plugin_id_t,
                                              qemu_plugin_syscall_ret_cb_t);
void qemu_plugin_register_vcpu_tb_exec_cb(qemu_plugin_tb *,
                                          qemu_plugin_exec_cb_t,
                                          qemu_plugin_cb_flags, void *);
void qemu_plugin_register_vcpu_mem_cb(qemu_plugin_insn *, qemu_plugin_mem_cb_t,
                                      qemu_plugin_cb_flags, qemu_plugin_mem_rw,
                                      void *);

size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb *);
uint64_t qemu_plugin_tb_vaddr(const qemu_plugin_tb *);
qemu_plugin_insn *qemu_plugin_tb_get_insn(const qemu_plugin_tb *, size_t);
const void *qemu_plugin_insn_data(const qemu_plugin_insn *);
size_t qemu_plugin_insn_size(const qemu_plugin_insn *);
void *qemu_plugin_insn_haddr(const qemu_plugin_insn *);

unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);

/// The first address of the program's code, where it was loaded.
uint64_t qemu_plugin_start_code(void);

} // extern "C"

#endif // RAFTER_TOOLS_QEMUPLUGIN_QEMUPLUGINAPI_H
