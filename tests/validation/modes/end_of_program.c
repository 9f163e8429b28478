/* Reports, texts and exit statuses at the end of a program whose kernels were checked. */
#include "settings_runs.h"

static void report_comes_at_the_end(void **state)
{
  (void)state;
  assert_int_equal(run("VF_MODE=check VF_REPORT=-", "0"), 0);
  expect("originals 2\nviewfab validation: passed\n");
  assert_int_equal(run("VF_MODE=check VF_REPORT=report.txt", "0"), 0);
  expect_not("viewfab validation");
  assert_int_equal(run_of("/bin/cat", "", "report.txt"), 0);
  expect("viewfab validation: passed\n");
  assert_int_equal(run("VF_MODE=check VF_REPORT=report.json", "1"), 0);
  assert_int_equal(run_of("/bin/cat", "", "report.json"), 0);
  expect("\"verdict\": \"failed\"");
}

static void report_that_cannot_be_written_is_said(void **state)
{
  (void)state;
  assert_int_equal(run("VF_MODE=check VF_REPORT=missing/report.txt", "0 2 5"), 5);
  expect("viewfab: the report cannot be written to 'missing/report.txt': No such file or directory\n");
}

static void failed_validation_gives_the_exit_status(void **state)
{
  (void)state;
  assert_int_equal(run("VF_MODE=check VF_REPORT_FAIL=3", "1"), 3);
  expect("viewfab: validation failed; exit status 3 as VF_REPORT_FAIL says\n");
  expect("value 1\n");
  assert_int_equal(run("VF_MODE=check VF_REPORT_FAIL=3 VF_REPORT=-", "1 2 5"), 3);
  expect("viewfab validation: failed\n");
  assert_int_equal(run("VF_MODE=check VF_REPORT_FAIL=255", "1"), 255);
  assert_int_equal(run("VF_MODE=check VF_REPORT_FAIL=0", "1 2 5"), 5);
  assert_int_equal(run("VF_MODE=check VF_REPORT_FAIL=", "1"), 0);
}

static void passed_validation_leaves_the_exit_status(void **state)
{
  (void)state;
  assert_int_equal(run("VF_MODE=check VF_REPORT_FAIL=3", "0"), 0);
  assert_int_equal(run("VF_MODE=check VF_REPORT_FAIL=3", "0 2 5"), 5);
  assert_int_equal(run("VF_REPORT_FAIL=3", "1"), 0);
  expect_not("viewfab");
}

/* Nothing was checked: no call was made, or the call had no points, or the mode of the call asks for no check. */
static void validation_that_checked_nothing_gives_the_exit_status(void **state)
{
  (void)state;
  assert_int_equal(run("VF_MODE=check VF_REPORT_FAIL=3", "1 0"), 3);
  expect("viewfab: validation checked nothing; exit status 3 as VF_REPORT_FAIL says\n");
  assert_int_equal(run("VF_KERNELS=copy=check VF_REPORT_FAIL=3 VF_REPORT=-", "0 0 5"), 3);
  expect("viewfab validation: nothing checked\n");
  assert_int_equal(run("VF_KERNELS=another=check VF_REPORT_FAIL=3", "1 2 5"), 3);
  assert_int_equal(run("VF_KERNELS=copy=original VF_REPORT_FAIL=3", "1 2 5"), 5);
  assert_int_equal(run("VF_MODE=check VF_REPORT_FAIL=3 VF_REPORT=-", "0 1 5 2 8"), 5);
  expect("copy                         1         0   nothing checked, 1 calls without points\n");
}

static void failure_is_said_in_one_line(void **state)
{
  (void)state;
  assert_int_equal(run("VF_MODE=check", "1 5"), 0);
  expect("viewfab: validation failed: copy: 'to' differs in 1 of 8 valid cells, worst at (3, 1, 1): port 1, original 2 "
         "(call 1); "
         "VF_REPORT=- shows all, VF_CHECK=quiet leaves this line out\n");
  assert_int_equal(times("viewfab:"), 1);
  run("VF_MODE=check VF_REPORT=all.txt", "1");
  expect("(call 1); the report is in 'all.txt'\n");
}

static void nothing_is_said_where_nothing_failed_or_the_user_knows(void **state)
{
  (void)state;
  static const char *const silent[][2] = { { "VF_MODE=check", "0" },
                                           { "", "1" },
                                           { "VF_MODE=check VF_CHECK=quiet", "1" },
                                           { "VF_MODE=check VF_REPORT=-", "1" },
                                           { "VF_MODE=check VF_REPORT=missing/r.txt VF_CHECK=quiet", "0" } };
  for (int s = 0; s < 4; s++) {
    run(silent[s][0], silent[s][1]);
    expect_not("viewfab: validation");
  }
}

static void captures_that_never_come_are_told_at_the_end(void **state)
{
  (void)state;
#ifdef VIEWFAB_HDF5
  assert_int_equal(run("VF_CAPTURE=nokernel:call=3,copy:call=1", "0"), 0);
  expect("viewfab: nokernel was never called: is this the kernel's name? VF_CAPTURE asks for call 3\n");
  expect_not("copy was");
  assert_int_equal(run("VF_CAPTURE=copy:call=2-17", "0"), 0);
  expect("viewfab: copy was called 2 times: VF_CAPTURE asks for call 17\n");
  assert_int_equal(run("VF_CAPTURE=nokernel:call=3 VF_REPORT=-", "0"), 0);
  expect("\n  nokernel             was never called: is this the kernel's name? VF_CAPTURE asks for call 3\n");
  run("VF_CAPTURE=nokernel:call=3 VF_REPORT=r.json", "0");
  run_of("/bin/cat", "", "r.json");
  expect("\"unmet\": [{\"kernel\": \"nokernel\", \"text\": \"was never called");
  assert_int_equal(run("VF_CAPTURE=copy:call=1-2", "0"), 0);
  expect_not("viewfab");
#else
  skip();
#endif
}

/* The report, as text and as JSON, names a kernel that has a mode but was never called. */
static void modes_of_unknown_kernels_are_told_by_the_report(void **state)
{
  (void)state;
  run("VF_KERNELS=nokernel=check VF_REPORT=-", "0");
  expect("\n  nokernel             was never called: is this the kernel's name?\n");
  run("VF_KERNELS=nokernel=check VF_REPORT=r.json", "0");
  run_of("/bin/cat", "", "r.json");
  expect("\"unmet\": [{\"kernel\": \"nokernel\", \"text\": \"was never called: is this the kernel's name?\"}]");
}

/* The exit status is set at the end of the program. The output of a Fortran program must still be complete. */
static void output_of_a_fortran_program_is_complete(void **state)
{
  (void)state;
#ifdef FORTRAN_PROGRAM
  assert_int_equal(run_of(FORTRAN_PROGRAM, "VF_MODE=check VF_REPORT=-", ""), 0);
  expect("last line of the program\n");
  assert_int_equal(run_of(FORTRAN_PROGRAM, "VF_MODE=check VF_REPORT=- VF_REPORT_FAIL=3", ""), 3);
  expect("last line of the program\n");
  expect("viewfab validation: failed\n");
  assert_int_equal(run_of("/bin/cat", "", "written.txt"), 0);
  expect("last line of the file\n");
#else
  skip();
#endif
}

static const struct CMUnitTest tests[] = {
  claim(report_comes_at_the_end),
  claim(report_that_cannot_be_written_is_said),
  claim(failed_validation_gives_the_exit_status),
  claim(passed_validation_leaves_the_exit_status),
  claim(validation_that_checked_nothing_gives_the_exit_status),
  claim(failure_is_said_in_one_line),
  claim(nothing_is_said_where_nothing_failed_or_the_user_knows),
  claim(captures_that_never_come_are_told_at_the_end),
  claim(modes_of_unknown_kernels_are_told_by_the_report),
  claim(output_of_a_fortran_program_is_complete),
};
RUN("end_of_program", tests)
