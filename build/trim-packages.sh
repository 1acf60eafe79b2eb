#!/bin/sh
# trim-packages.sh NODE_MODULES: removes what no process here can use of the runtime of sentence models, 200 MB:
# builds for other platforms, a second copy of this platform's library, and builds for browsers.
set -eu
cd "$1"
here=$(node -p 'process.platform + "/" + process.arch')
if [ -d onnxruntime-node/bin ]; then
  find onnxruntime-node/bin -mindepth 3 -maxdepth 3 -type d ! -path "*/$here" -exec rm -r {} +
  find onnxruntime-node/bin -name 'libonnxruntime.so.1.*' -delete
fi
if [ -d @huggingface/transformers/dist ]; then
  find @huggingface/transformers/dist \( -name '*.wasm' -o -name '*.web.*' -o -name '*.map' \) -delete
fi
