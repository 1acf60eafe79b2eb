/** `node worker/write-bundle.ts <file> [traced]`: bundles the workflows into a file. See bundle.ts. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { bundleWorkflowCode } from '@temporalio/worker'
import { FAILURE_CONVERTER_PATH } from '../providers/temporal/index.ts'
import { WORKFLOW_MODULE } from '../providers/telemetry/temporal.ts'
import { WORKFLOWS_PATH } from './bundle.ts'

const [, , codePath, traced] = process.argv
if (!codePath)
  throw new Error('The output file is missing. Run: node worker/write-bundle.ts <file>')

const { code } = await bundleWorkflowCode({
  workflowsPath: WORKFLOWS_PATH,
  failureConverterPath: FAILURE_CONVERTER_PATH,
  ...(traced && { workflowInterceptorModules: [WORKFLOW_MODULE] }),
})
await mkdir(path.dirname(codePath), { recursive: true })
// Atomic: concurrent readers never see half a bundle.
const fresh = `${codePath}.${process.pid}`
await writeFile(fresh, code)
await rename(fresh, codePath)
