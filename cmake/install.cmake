# cmake --install: the programs, their data, and the library with a CMake package:
#
#   find_package(Inarow REQUIRED)
#   target_link_libraries(mine PRIVATE Inarow::inarow)
#
# docs/library.md says how; examples/ask is compiled against the installed copy by a test.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# What a user of the library may include. Everything else is ours to change.
set(inarow_public_headers
  answer/codec.hpp answer/words.hpp ask/answer.hpp ask/asker.hpp ask/question.hpp ask/tables.hpp ask/why.hpp
  ask/work.hpp base/result.hpp base/stop.hpp book/installed.hpp rules/game.hpp rules/game_spec.hpp
  rules/notation.hpp rules/observer.hpp rules/picture.hpp rules/symmetry.hpp rules/types.hpp)
# What these include themselves; the test `installed_library` tells if one is missing.
set(inarow_headers_behind_them
  ask/drop_plan.hpp ask/placement_why.hpp ask/strategy_claims.hpp base/bits.hpp base/expects.hpp base/memory_pool.hpp base/ticker.hpp
  book/drop_book.hpp book/position_book.hpp book/position_facts.hpp knowledge/threats/board_window.hpp knowledge/threats/defenses.hpp knowledge/threats/threat_board.hpp
  knowledge/victor/board.hpp knowledge/victor/chosen_set.hpp knowledge/victor/combination.hpp
  knowledge/victor/evaluation.hpp knowledge/victor/explanation.hpp knowledge/victor/first_player.hpp
  knowledge/victor/solution.hpp match/estimate.hpp match/external/external_engine.hpp match/kept_players.hpp match/perfect_player.hpp match/player.hpp
  match/registry.hpp rules/bounds.hpp rules/drop_geometry.hpp rules/lines.hpp rules/placement_board.hpp
  rules/plain_drop_board.hpp rules/score.hpp search/alphabeta/analysis.hpp search/alphabeta/drop_engine.hpp
  search/maker_breaker/plane_breaker.hpp search/threat_space/attack_moves.hpp search/threat_space/cover.hpp
  search/threat_space/threat_prover.hpp search/threat_space/threat_search.hpp search/threat_space/win_tracer.hpp
  search/threat_space/zones.hpp)

get_property(inarow_folders GLOBAL PROPERTY INAROW_FOLDERS)
list(REMOVE_ITEM inarow_folders inarow_grid inarow_generate inarow_service inarow_protocol)
set(inarow_objects)
foreach(folder ${inarow_folders})
  list(APPEND inarow_objects $<TARGET_OBJECTS:${folder}>)
endforeach()

# One library of all folders up to answer/.
add_library(inarow_library STATIC ${inarow_objects})
set_target_properties(inarow_library PROPERTIES OUTPUT_NAME inarow EXPORT_NAME inarow LINKER_LANGUAGE CXX)
target_compile_features(inarow_library PUBLIC cxx_std_20)
target_include_directories(inarow_library INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/inarow>)
target_link_libraries(inarow_library PUBLIC Threads::Threads fmt::fmt tl::expected OpenSSL::Crypto zstd gmpxx gmp SQLiteCpp)

foreach(header ${inarow_public_headers} ${inarow_headers_behind_them})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES src/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/inarow/${folder})
endforeach()
install(TARGETS inarow_library EXPORT InarowTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT InarowTargets NAMESPACE Inarow:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Inarow)
configure_package_config_file(cmake/InarowConfig.cmake.in ${PROJECT_BINARY_DIR}/InarowConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Inarow PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/InarowConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/InarowConfig.cmake ${PROJECT_BINARY_DIR}/InarowConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Inarow)

install(TARGETS inarow inarow-check RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/inarow)
install(DIRECTORY web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/inarow/page OPTIONAL)
