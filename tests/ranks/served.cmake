# Calls of MPI on wrapped arrays, without syncs. Pages are protected in two ways, and the tests run with each.
viewfab_ranks_test(served_calls.c RANKS 2 4 ENVIRONMENT VF_COHERENCE=auto)
viewfab_ranks_register(ranks.served_calls_by_file test_ranks_served_calls RANKS 4 DEVICES mirror
  ENVIRONMENT VF_COHERENCE=auto VF_TEST_COHERENCE=file)
