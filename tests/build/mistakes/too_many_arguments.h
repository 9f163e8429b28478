/* says: once: too_many_arguments\.h:5: error: viewfab: VF_ARGUMENTS has 257 arguments; a kernel may have 256 */
#define VF_KERNEL too_many_arguments
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field") \
  VALUE(int, v0, "v") VALUE(int, v1, "v") VALUE(int, v2, "v") VALUE(int, v3, "v") VALUE(int, v4, "v") \
  VALUE(int, v5, "v") VALUE(int, v6, "v") VALUE(int, v7, "v") VALUE(int, v8, "v") VALUE(int, v9, "v") \
  VALUE(int, v10, "v") VALUE(int, v11, "v") VALUE(int, v12, "v") VALUE(int, v13, "v") VALUE(int, v14, "v") \
  VALUE(int, v15, "v") VALUE(int, v16, "v") VALUE(int, v17, "v") VALUE(int, v18, "v") VALUE(int, v19, "v") \
  VALUE(int, v20, "v") VALUE(int, v21, "v") VALUE(int, v22, "v") VALUE(int, v23, "v") VALUE(int, v24, "v") \
  VALUE(int, v25, "v") VALUE(int, v26, "v") VALUE(int, v27, "v") VALUE(int, v28, "v") VALUE(int, v29, "v") \
  VALUE(int, v30, "v") VALUE(int, v31, "v") VALUE(int, v32, "v") VALUE(int, v33, "v") VALUE(int, v34, "v") \
  VALUE(int, v35, "v") VALUE(int, v36, "v") VALUE(int, v37, "v") VALUE(int, v38, "v") VALUE(int, v39, "v") \
  VALUE(int, v40, "v") VALUE(int, v41, "v") VALUE(int, v42, "v") VALUE(int, v43, "v") VALUE(int, v44, "v") \
  VALUE(int, v45, "v") VALUE(int, v46, "v") VALUE(int, v47, "v") VALUE(int, v48, "v") VALUE(int, v49, "v") \
  VALUE(int, v50, "v") VALUE(int, v51, "v") VALUE(int, v52, "v") VALUE(int, v53, "v") VALUE(int, v54, "v") \
  VALUE(int, v55, "v") VALUE(int, v56, "v") VALUE(int, v57, "v") VALUE(int, v58, "v") VALUE(int, v59, "v") \
  VALUE(int, v60, "v") VALUE(int, v61, "v") VALUE(int, v62, "v") VALUE(int, v63, "v") VALUE(int, v64, "v") \
  VALUE(int, v65, "v") VALUE(int, v66, "v") VALUE(int, v67, "v") VALUE(int, v68, "v") VALUE(int, v69, "v") \
  VALUE(int, v70, "v") VALUE(int, v71, "v") VALUE(int, v72, "v") VALUE(int, v73, "v") VALUE(int, v74, "v") \
  VALUE(int, v75, "v") VALUE(int, v76, "v") VALUE(int, v77, "v") VALUE(int, v78, "v") VALUE(int, v79, "v") \
  VALUE(int, v80, "v") VALUE(int, v81, "v") VALUE(int, v82, "v") VALUE(int, v83, "v") VALUE(int, v84, "v") \
  VALUE(int, v85, "v") VALUE(int, v86, "v") VALUE(int, v87, "v") VALUE(int, v88, "v") VALUE(int, v89, "v") \
  VALUE(int, v90, "v") VALUE(int, v91, "v") VALUE(int, v92, "v") VALUE(int, v93, "v") VALUE(int, v94, "v") \
  VALUE(int, v95, "v") VALUE(int, v96, "v") VALUE(int, v97, "v") VALUE(int, v98, "v") VALUE(int, v99, "v") \
  VALUE(int, v100, "v") VALUE(int, v101, "v") VALUE(int, v102, "v") VALUE(int, v103, "v") VALUE(int, v104, "v") \
  VALUE(int, v105, "v") VALUE(int, v106, "v") VALUE(int, v107, "v") VALUE(int, v108, "v") VALUE(int, v109, "v") \
  VALUE(int, v110, "v") VALUE(int, v111, "v") VALUE(int, v112, "v") VALUE(int, v113, "v") VALUE(int, v114, "v") \
  VALUE(int, v115, "v") VALUE(int, v116, "v") VALUE(int, v117, "v") VALUE(int, v118, "v") VALUE(int, v119, "v") \
  VALUE(int, v120, "v") VALUE(int, v121, "v") VALUE(int, v122, "v") VALUE(int, v123, "v") VALUE(int, v124, "v") \
  VALUE(int, v125, "v") VALUE(int, v126, "v") VALUE(int, v127, "v") VALUE(int, v128, "v") VALUE(int, v129, "v") \
  VALUE(int, v130, "v") VALUE(int, v131, "v") VALUE(int, v132, "v") VALUE(int, v133, "v") VALUE(int, v134, "v") \
  VALUE(int, v135, "v") VALUE(int, v136, "v") VALUE(int, v137, "v") VALUE(int, v138, "v") VALUE(int, v139, "v") \
  VALUE(int, v140, "v") VALUE(int, v141, "v") VALUE(int, v142, "v") VALUE(int, v143, "v") VALUE(int, v144, "v") \
  VALUE(int, v145, "v") VALUE(int, v146, "v") VALUE(int, v147, "v") VALUE(int, v148, "v") VALUE(int, v149, "v") \
  VALUE(int, v150, "v") VALUE(int, v151, "v") VALUE(int, v152, "v") VALUE(int, v153, "v") VALUE(int, v154, "v") \
  VALUE(int, v155, "v") VALUE(int, v156, "v") VALUE(int, v157, "v") VALUE(int, v158, "v") VALUE(int, v159, "v") \
  VALUE(int, v160, "v") VALUE(int, v161, "v") VALUE(int, v162, "v") VALUE(int, v163, "v") VALUE(int, v164, "v") \
  VALUE(int, v165, "v") VALUE(int, v166, "v") VALUE(int, v167, "v") VALUE(int, v168, "v") VALUE(int, v169, "v") \
  VALUE(int, v170, "v") VALUE(int, v171, "v") VALUE(int, v172, "v") VALUE(int, v173, "v") VALUE(int, v174, "v") \
  VALUE(int, v175, "v") VALUE(int, v176, "v") VALUE(int, v177, "v") VALUE(int, v178, "v") VALUE(int, v179, "v") \
  VALUE(int, v180, "v") VALUE(int, v181, "v") VALUE(int, v182, "v") VALUE(int, v183, "v") VALUE(int, v184, "v") \
  VALUE(int, v185, "v") VALUE(int, v186, "v") VALUE(int, v187, "v") VALUE(int, v188, "v") VALUE(int, v189, "v") \
  VALUE(int, v190, "v") VALUE(int, v191, "v") VALUE(int, v192, "v") VALUE(int, v193, "v") VALUE(int, v194, "v") \
  VALUE(int, v195, "v") VALUE(int, v196, "v") VALUE(int, v197, "v") VALUE(int, v198, "v") VALUE(int, v199, "v") \
  VALUE(int, v200, "v") VALUE(int, v201, "v") VALUE(int, v202, "v") VALUE(int, v203, "v") VALUE(int, v204, "v") \
  VALUE(int, v205, "v") VALUE(int, v206, "v") VALUE(int, v207, "v") VALUE(int, v208, "v") VALUE(int, v209, "v") \
  VALUE(int, v210, "v") VALUE(int, v211, "v") VALUE(int, v212, "v") VALUE(int, v213, "v") VALUE(int, v214, "v") \
  VALUE(int, v215, "v") VALUE(int, v216, "v") VALUE(int, v217, "v") VALUE(int, v218, "v") VALUE(int, v219, "v") \
  VALUE(int, v220, "v") VALUE(int, v221, "v") VALUE(int, v222, "v") VALUE(int, v223, "v") VALUE(int, v224, "v") \
  VALUE(int, v225, "v") VALUE(int, v226, "v") VALUE(int, v227, "v") VALUE(int, v228, "v") VALUE(int, v229, "v") \
  VALUE(int, v230, "v") VALUE(int, v231, "v") VALUE(int, v232, "v") VALUE(int, v233, "v") VALUE(int, v234, "v") \
  VALUE(int, v235, "v") VALUE(int, v236, "v") VALUE(int, v237, "v") VALUE(int, v238, "v") VALUE(int, v239, "v") \
  VALUE(int, v240, "v") VALUE(int, v241, "v") VALUE(int, v242, "v") VALUE(int, v243, "v") VALUE(int, v244, "v") \
  VALUE(int, v245, "v") VALUE(int, v246, "v") VALUE(int, v247, "v") VALUE(int, v248, "v") VALUE(int, v249, "v") \
  VALUE(int, v250, "v") VALUE(int, v251, "v") VALUE(int, v252, "v") VALUE(int, v253, "v") VALUE(int, v254, "v") \
  VALUE(int, v255, "v")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = v0; }
