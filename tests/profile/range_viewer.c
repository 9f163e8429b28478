/* A viewer for the header of NVTX: the header loads the library of NVTX_INJECTION64_PATH, and asks it for its functions. */
#include <stddef.h>

#include <nvtx3/nvToolsExt.h>

int record_begin(const char *name);
int record_end(void);
int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t table_of);

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t table_of)
{
  const NvtxExportTableCallbacks *callbacks = table_of(NVTX_ETID_CALLBACKS);
  NvtxFunctionTable functions = NULL;
  unsigned int count = 0;
  if (!callbacks || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &functions, &count)) return 0;
  if (count <= NVTX_CBID_CORE_RangePop) return 0;
  *functions[NVTX_CBID_CORE_RangePushA] = (NvtxFunctionPointer)record_begin;
  *functions[NVTX_CBID_CORE_RangePop] = (NvtxFunctionPointer)record_end;
  return 1;
}
