#!/usr/bin/env bash
# installed_library_test.sh CMAKE BUILD SOURCE: installs BUILD into a folder of its own, compiles examples/ask against the
# installed copy and nothing else, and runs it.
set -eu
cmake=$1 build=$2 source=$3
work=$build/installed
rm -rf "$work"
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
# Every public header must do by itself: with the headers that were installed beside it.
mkdir -p "$work/headers"
(cd "$work/prefix/include/inarow" && find . -name '*.hpp') | while read -r header; do
  echo "#include \"${header#./}\"" >>"$work/headers/all.cpp"
done
c++ -std=c++20 -fsyntax-only -I "$work/prefix/include/inarow" "$work/headers/all.cpp"
"$cmake" -S "$source/examples/ask" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release >/dev/null
"$cmake" --build "$work/build" >/dev/null
answer=$("$work/build/ask" connect4 "")
echo "$answer"
# From the book: so its data files were installed and found.
grep -q '"winner":"first".*"method":"book"' <<<"$answer"
"$work/build/ask" tictactoe "b2 a1" | grep -q '"value":"draw"'
if "$work/build/ask" drop:7x 2>/dev/null; then exit 1; fi
# The installed programs find their data, too.
"$work/prefix/bin/inarow" solve connect4 --json | grep -q '"method":"book"'
"$work/prefix/bin/inarow-check" "$work/prefix/share/inarow/connect4-victor.cert" | grep -q ^VERIFIED
