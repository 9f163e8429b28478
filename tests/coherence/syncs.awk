# Syncs of a Fortran source. mode=delete leaves them out; mode=switch lets each depend on kept('<file>:<line>') of the module
# kept_syncs. Lines keep their numbers.
function is_sync(line) {
  return line ~ /^ *call [^!]*%(to_host|to_device|sync_h2d|sync_d2h|mark_written)\(/ || line ~ /^ *call vf_views_to_(host|device)\(/
}
mode == "switch" && /^ *use viewfab,/ { sub(/use viewfab,/, "use kept_syncs; use viewfab,") }
is_sync($0) {
  if (mode == "delete") deleting = 1
  else sub(/call /, "if (kept('" file ":" FNR "')) call ")
}
deleting {
  deleting = /&$/
  print ""
  next
}
{ print }
