/* The public calls that choose modes, and the same choices from the environment. */
#include "settings.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/config.h"
#include "../core/context.h"
#include "../core/error.h"
#include "../core/text.h"
#include "hooks.h"

static vfi_settings everyone = { .every = 1 };
static atomic_bool watching;
static atomic_bool idle; /* the environment was read, and nobody has asked for anything */
static bool capturing;   /* VF_CAPTURE is set: each kernel looks for its name at its first call */

/* The status of reading the environment; without memory the next call tries again. */
static atomic_bool settled;
static vf_status loaded;
static char loaded_text[512];

static atomic_bool quiet;

bool vfi_settings_quiet(void) { return atomic_load(&quiet); }
void vfi_settings_be_quiet(bool on) { atomic_store(&quiet, on); }

void vfi_settings_inherit(vfi_settings *settings)
{
  *settings = everyone;
  settings->chosen = 0;
}

bool vfi_settings_watching(void) { return atomic_load_explicit(&watching, memory_order_relaxed); }

/* True if the mode `device` was set, for all kernels or for one. */
static bool port_is_asked_for(void)
{
  bool asked = everyone.chosen & VF_CHOSEN_MODE && everyone.mode == VF_MODE_DEVICE;
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next)
    asked = asked || (ledger->settings.chosen & VF_CHOSEN_MODE && ledger->settings.mode == VF_MODE_DEVICE);
  return asked;
}

bool vfi_settings_idle(void) { return atomic_load_explicit(&idle, memory_order_acquire); }

bool vfi_settings_of_kernel_idle(const char *kernel)
{
  if (vfi_settings_idle()) return true;
  vfi_lock();
  const vfi_settings *settings = &everyone;
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next)
    if (!strcmp(ledger->name, kernel) && ledger->settings.chosen & VF_CHOSEN_MODE) settings = &ledger->settings;
  const bool is = !loaded && !capturing && settings->mode == VF_MODE_DEVICE && !(settings->chosen & VF_CHOSEN_MODE);
  vfi_unlock();
  return is;
}

bool vfi_settings_check_all(void) { return everyone.mode == VF_MODE_CHECK && everyone.every == 1; }

bool vfi_settings_check_any(void)
{
  bool any = everyone.mode == VF_MODE_CHECK;
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next)
    any = any || ledger->settings.mode == VF_MODE_CHECK;
  return any;
}

/* Looks again for settings of kernels. */
static void refresh(void)
{
  bool any = capturing || everyone.mode != VF_MODE_DEVICE;
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next)
    any = any || ledger->settings.mode != VF_MODE_DEVICE;
  atomic_store(&watching, any);
  atomic_store(&idle, !any && atomic_load(&settled) && !loaded && !port_is_asked_for());
}

/* Takes over one setting: the member named by chosen. */
static void take(vfi_settings *to, const vfi_settings *from, unsigned chosen)
{
  switch (chosen) {
    case VF_CHOSEN_MODE: to->mode = from->mode; break;
    case VF_CHOSEN_EVERY: to->every = from->every; break;
    case VF_CHOSEN_KEEP: to->keep = from->keep; break;
    case VF_CHOSEN_ORDER: to->order = from->order; break;
    case VF_CHOSEN_STOP: to->stop = from->stop; break;
    case VF_CHOSEN_MORE:
      to->more = from->more;
      memcpy(to->ghosts, from->ghosts, sizeof to->ghosts);
      break;
    case VF_CHOSEN_PERTURB:
      to->perturb = from->perturb;
      to->perturb_size = from->perturb_size;
      break;
    default: to->tolerant = from->tolerant; to->tolerance = from->tolerance;
  }
}

static vf_status set_locked(const char *kernel, const vfi_settings *from, unsigned chosen)
{
  if (kernel) {
    vfi_ledger *ledger = vfi_ledger_named(vfi_validation_wiring.kernel_named(kernel));
    if (!ledger) return VF_ERROR_MEMORY;
    take(&ledger->settings, from, chosen);
    ledger->settings.chosen |= chosen;
  } else {
    take(&everyone, from, chosen);
    everyone.chosen |= chosen;
    for (vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next)
      if (!(ledger->settings.chosen & chosen)) take(&ledger->settings, from, chosen);
  }
  refresh();
  return VF_OK;
}

/* ---- The environment ---- */

static vf_status bad(const char *variable, const char *text, const char *hint)
{
  return vfi_fail(VF_ERROR_ARGUMENT, "%s is '%s'; it must be %s", variable, text, hint);
}

static bool mode_of(const char *word, vf_mode *mode)
{
  static const char *const words[] = { "device", "original", "check" };
  for (int m = 0; m < 3; m++)
    if (!strcmp(word, words[m])) {
      *mode = (vf_mode)m;
      return true;
    }
  return false;
}

/* The next piece of a list, cut off in place; NULL at its end. */
static char *piece(char **rest, char separator)
{
  char *begin = *rest;
  if (!begin) return NULL;
  char *end = strchr(begin, separator);
  if (end) *end = 0;
  *rest = end ? end + 1 : NULL;
  return begin;
}

/* "relax=check" -> kernel "relax" and the text behind the sign. */
static const char *split(char *item)
{
  char *sign = strchr(item, '=');
  if (!sign || sign == item) return NULL;
  *sign = 0;
  return sign + 1;
}

/* "ulp:4/absolute:1e-12" */
static bool tolerance_of(char *text, vf_tolerance *tolerance)
{
  *tolerance = (vf_tolerance){ 0 };
  while (text) {
    char *item = piece(&text, '/');
    char *value = strchr(item, ':');
    if (!value) return false;
    *value++ = 0;
    double *to = !strcmp(item, "absolute")   ? &tolerance->absolute
                 : !strcmp(item, "relative") ? &tolerance->relative
                 : !strcmp(item, "scaled")   ? &tolerance->scaled
                 : !strcmp(item, "ulp")      ? &tolerance->ulp
                                             : NULL;
    if (!to || !vfi_is_real(value, to)) return false;
  }
  return true;
}

static vf_status load_mode(const char *name, char *text, const char *whole)
{
  vfi_settings set = { 0 };
  if (!mode_of(text, &set.mode)) return bad(name, whole, "device, original or check");
  return set_locked(NULL, &set, VF_CHOSEN_MODE);
}

static vf_status load_kernels(const char *name, char *text, const char *whole)
{
  while (text) {
    char *item = piece(&text, ',');
    const char *word = split(item);
    vfi_settings set = { 0 };
    if (!word || !mode_of(word, &set.mode))
      return bad(name, whole, "a list such as relax=check,update=original (device, original or check)");
    const vf_status status = set_locked(item, &set, VF_CHOSEN_MODE);
    if (status) return status;
  }
  return VF_OK;
}

/* "more", "more:1", "more=relax", "more=relax:1/1/0"; kernel: the name, in the item, or NULL */
static bool more_of(char *item, vfi_settings *set, const char **kernel)
{
  char *layers = strchr(item, ':');
  if (layers) *layers++ = 0;
  *kernel = item[4] == '=' ? item + 5 : NULL;
  if ((item[4] && item[4] != '=') || (*kernel && !**kernel)) return false;
  set->more = !layers;
  if (!layers) return true;
  int *ghosts = set->ghosts;
  const char *end = vfi_read_list(layers, '/', 0, 1, ghosts);
  ghosts[1] = ghosts[2] = ghosts[0];
  if (end && *end) end = vfi_read_list(layers, '/', 0, 3, ghosts);
  return end && !*end;
}

/* "7" or "7:1e-2" */
static bool perturbation_of(const char *text, vfi_settings *set)
{
  const char *end = vfi_read_whole(text, 1, INT64_MAX, &set->perturb);
  set->perturb_size = VF_PERTURB_SIZE;
  if (!end || (*end && (*end != ':' || !vfi_is_real(end + 1, &set->perturb_size)))) return false;
  return set->perturb_size > 0 && set->perturb_size < 1;
}

static bool is_count(const char *text, int *count)
{
  const char *end = vfi_read_list(text, 0, 1, 1, count);
  return end && !*end;
}

static vf_status load_check(const char *name, char *text, const char *whole)
{
  static const char *const hint =
      "a list of every=N, keep=port or keep=original, order, stop, quiet, more or more=kernel, with "
      "the layers of ghosts behind it or without (more=kernel:1, more=kernel:1/1/0), "
      "perturb=seed or perturb=seed:size, coherence or coherence=off, poison";
  while (text) {
    char *item = piece(&text, ',');
    vfi_settings set = { .order = true, .stop = true };
    const char *kernel = NULL;
    unsigned chosen;
    if (!strncmp(item, "every=", 6) && is_count(item + 6, &set.every)) chosen = VF_CHOSEN_EVERY;
    else if (!strcmp(item, "keep=port") || !strcmp(item, "keep=original")) {
      set.keep = item[5] == 'o' ? VF_KEEP_ORIGINAL : VF_KEEP_PORT;
      chosen = VF_CHOSEN_KEEP;
    } else if (!strcmp(item, "order")) chosen = VF_CHOSEN_ORDER;
    else if (!strcmp(item, "stop")) chosen = VF_CHOSEN_STOP;
    else if (!strcmp(item, "quiet")) {
      vfi_settings_be_quiet(true);
      continue;
    } else if (!strcmp(item, "coherence") || !strcmp(item, "coherence=off") || !strcmp(item, "poison")) {
      continue; /* of coherence/settings.h */
    } else if (!strncmp(item, "perturb=", 8) && perturbation_of(item + 8, &set)) chosen = VF_CHOSEN_PERTURB;
    else if (!strncmp(item, "more", 4) && more_of(item, &set, &kernel)) chosen = VF_CHOSEN_MORE;
    else return bad(name, whole, hint);
    const vf_status status = set_locked(kernel, &set, chosen);
    if (status) return status;
  }
  return VF_OK;
}

static vf_status load_tolerance(const char *name, char *text, const char *whole)
{
  while (text) {
    char *item = piece(&text, ',');
    char *value = strchr(item, '=') ? (char *)split(item) : item;
    vfi_settings set = { .tolerant = true };
    if (!value || !tolerance_of(value, &set.tolerance))
      return bad(name, whole,
                 "a list such as ulp:4 or relax=absolute:1e-12/relative:1e-14 (absolute, relative, "
                 "scaled, ulp)");
    const vf_status status = set_locked(value == item ? NULL : item, &set, VF_CHOSEN_TOLERANCE);
    if (status) return status;
  }
  return VF_OK;
}

static vf_status load(const char *name, vf_status (*read)(const char *, char *, const char *))
{
  const char *value = getenv(name);
  if (!value || !*value) return VF_OK;
  char *copy = strdup(value);
  if (!copy) return vfi_fail(VF_ERROR_MEMORY, "no host memory to read %s", name);
  const vf_status status = read(name, copy, value);
  free(copy);
  return status;
}

static vf_status load_all(void)
{
  vf_status status = load("VF_MODE", load_mode);
  if (!status) status = load("VF_KERNELS", load_kernels);
  if (!status) status = load("VF_CHECK", load_check);
  if (!status) status = load("VF_TOLERANCE", load_tolerance);
  if (!status) status = vfi_validation_wiring.settings_are_read();
  return status;
}

vf_status vfi_settings_loaded(void) { return loaded ? vfi_fail(loaded, "%s", loaded_text) : VF_OK; }

static void load_locked(void)
{
  const char *capture = getenv("VF_CAPTURE");
  capturing = capture && *capture;
  vfi_environment_look();
  loaded = load_all();
  if (loaded) snprintf(loaded_text, sizeof loaded_text, "%s", vf_last_error());
  refresh();
  atomic_store(&settled, loaded != VF_ERROR_MEMORY);
  refresh(); /* with the environment read, vfi_settings_idle may be true */
}

vf_status vfi_settings_load(void)
{
  if (atomic_load_explicit(&settled, memory_order_acquire)) return vfi_settings_loaded();
  vfi_lock();
  if (!atomic_load(&settled)) load_locked();
  const vf_status status = vfi_settings_loaded();
  vfi_unlock();
  return status;
}

/* ---- The public calls ---- */

static vf_status set(const char *kernel, const vfi_settings *from, unsigned chosen)
{
  vf_status status = vfi_settings_load();
  if (status) return status;
  vfi_lock();
  status = set_locked(kernel, from, chosen);
  vfi_unlock();
  return status;
}

vf_status vf_validate_mode(const char *kernel, vf_mode mode)
{
  if ((int)mode < VF_MODE_DEVICE || mode > VF_MODE_CHECK)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_validate_mode: mode %d", (int)mode);
  return set(kernel, &(vfi_settings){ .mode = mode }, VF_CHOSEN_MODE);
}

vf_status vf_validate_every(const char *kernel, int every)
{
  if (every < 1) return vfi_fail(VF_ERROR_ARGUMENT, "vf_validate_every: every %d; it must be 1 or more", every);
  return set(kernel, &(vfi_settings){ .every = every }, VF_CHOSEN_EVERY);
}

vf_status vf_validate_keep(const char *kernel, vf_keep keep)
{
  if (keep != VF_KEEP_PORT && keep != VF_KEEP_ORIGINAL)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_validate_keep: keep %d", (int)keep);
  return set(kernel, &(vfi_settings){ .keep = keep }, VF_CHOSEN_KEEP);
}

vf_status vf_validate_order(const char *kernel, bool on)
{
  return set(kernel, &(vfi_settings){ .order = on }, VF_CHOSEN_ORDER);
}

vf_status vf_validate_stop(const char *kernel, bool on)
{
  return set(kernel, &(vfi_settings){ .stop = on }, VF_CHOSEN_STOP);
}

vf_status vf_validate_more(const char *kernel, bool on)
{
  return set(kernel, &(vfi_settings){ .more = on }, VF_CHOSEN_MORE);
}

vf_status vf_validate_perturb(const char *kernel, int64_t seed, double size)
{
  if (seed < 0) return vfi_fail(VF_ERROR_ARGUMENT, "vf_validate_perturb: seed %lld; it is 0 or more", (long long)seed);
  if (!(size >= 0) || size >= 1)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_validate_perturb: size %g; inputs change by less than themselves", size);
  return set(kernel, &(vfi_settings){ .perturb = seed, .perturb_size = size > 0 ? size : VF_PERTURB_SIZE },
             VF_CHOSEN_PERTURB);
}

vf_status vf_validate_more_in_ghosts(const char *kernel, const int layers[3])
{
  vfi_settings from = { .more = false };
  if (!layers) return vfi_fail(VF_ERROR_NULL, "vf_validate_more_in_ghosts: layers is NULL");
  for (int d = 0; d < 3; d++)
    if (layers[d] < 0)
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_validate_more_in_ghosts: %d layers in direction %d", layers[d], d + 1);
  memcpy(from.ghosts, layers, sizeof from.ghosts);
  return set(kernel, &from, VF_CHOSEN_MORE);
}

vf_status vf_validate_tolerance(const char *kernel, const vf_tolerance *tolerance)
{
  vfi_settings from = { .tolerant = tolerance };
  if (tolerance) from.tolerance = *tolerance;
  const double numbers[] = { from.tolerance.absolute, from.tolerance.relative, from.tolerance.scaled,
                             from.tolerance.ulp };
  for (int n = 0; n < 4; n++)
    if (!(numbers[n] >= 0))
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_validate_tolerance: %g; a tolerance is 0 or more", numbers[n]);
  return set(kernel, &from, VF_CHOSEN_TOLERANCE);
}

vf_status vf_kernel_set_original(vf_kernel *kernel, vf_type type, vf_original original, void *user)
{
  if (!kernel) return vfi_fail(VF_ERROR_NULL, "vf_kernel_set_original: kernel is NULL");
  if (!vfi_type_is_real(type))
    return vfi_fail(VF_ERROR_KIND, "vf_kernel_set_original: originals are for real32 or real64, not for type %d",
                    (int)type);
  vf_status status = vfi_settings_load();
  if (status) return status;
  vfi_lock();
  vfi_ledger *ledger = vfi_ledger_named(kernel->description.name);
  if (!ledger) status = VF_ERROR_MEMORY;
  else if (ledger->routine)
    status = vfi_fail(VF_ERROR_STATE,
                      "vf_kernel_set_original: kernel %s has the name of a routine that is checked; give the routine "
                      "another name",
                      ledger->name);
  else if (ledger->running)
    status = vfi_fail(VF_ERROR_STATE, "vf_kernel_set_original: a call of vf_%s runs its original; wait for its end",
                      ledger->name);
  if (!status) {
    ledger->originals[vfi_type_traits_of(type).pass] = original;
    ledger->users[vfi_type_traits_of(type).pass] = original ? user : NULL;
  }
  vfi_unlock();
  return status;
}
