/**
 * Generates the TypeScript clients of the OpenAPI document: `node test/clients/generate.ts FOLDER`. It is a
 * separate process because the generators need the compiler's JavaScript API, which TypeScript 7 no longer has:
 * they use TypeScript 6 from @ts-morph/common.
 */
import { writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { openApiText } from '../../api/documents/write-documents.ts'

const COMPILER = new URL('typescript.js', import.meta.resolve('@ts-morph/common')).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? { url: COMPILER, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
})

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Say the folder to generate into')

const { default: openapiTypes, astToString } = await import('openapi-typescript')
const { createClient } = await import('@hey-api/openapi-ts')

const document = path.join(folder, 'openapi.json')
await writeFile(document, openApiText())

const types = await openapiTypes(pathToFileURL(document), { silent: true })
await writeFile(path.join(folder, 'paths.ts'), astToString(types))
await createClient({
  input: document,
  output: { path: path.join(folder, 'client'), module: { extension: '.ts' } },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'silent' },
})
