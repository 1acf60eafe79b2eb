#!/bin/sh
# Generates the Java and Python clients of the OpenAPI document with OpenAPI Generator and compiles them:
# `test/clients/generate-others.sh [FOLDER]`. By hand: it needs Java, Maven, Python and their registries.
set -eu
version=7.17.0
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
folder=${1:-$(mktemp -d)}
jar=$HOME/.m2/repository/org/openapitools/openapi-generator-cli/$version/openapi-generator-cli-$version.jar

[ -f "$jar" ] || mvn -q dependency:get -Dartifact="org.openapitools:openapi-generator-cli:$version"

generate() {
  name=$1
  shift
  java -jar "$jar" generate -i "$document" -o "$folder/$name" "$@" >"$folder/$name.log" 2>&1 ||
    { tail -n 20 "$folder/$name.log"; exit 1; }
}

mkdir -p "$folder"
# Java's generator writes classes that do not compile for a choice with a list in it: here it is an Object.
# Python's writes webhooks as calls, with parameters that do not compile: a client receives none.
document=$folder/java.json
"$root/bin/therapy" openapi >"$folder/openapi.json"
node -e 'const { readFileSync: read, writeFileSync: write } = require("node:fs")
const isAnything = (it) => Object.keys(it).length === 0
const document = JSON.parse(read(process.argv[1]), (_, it) =>
  it?.$ref?.endsWith("/FormAnswer") || it?.anyOf?.some?.(isAnything) ? {} : it)
delete document.components.schemas.FormAnswer
delete document.webhooks
write(process.argv[2], JSON.stringify(document))' "$folder/openapi.json" "$document"
generate java -g java --library native \
  --additional-properties=dateLibrary=java8,hideGenerationTimestamp=true
(cd "$folder/java" && mvn -q -DskipTests -Dmaven.javadoc.skip=true compile)
echo "Java compiles: $(find "$folder/java/src/main" -name '*.java' | wc -l) classes"

generate python -g python --additional-properties=packageName=therapy_care
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q "$folder/python"
(cd "$folder" && venv/bin/python -m compileall -q python/therapy_care &&
  venv/bin/python -c 'import therapy_care.api, therapy_care.models')
echo "Python compiles and imports: $(find "$folder/python/therapy_care" -name '*.py' | wc -l) modules, in $folder"
