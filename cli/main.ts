/** The operator's command line: `bin/therapy --help`. */
import { enableCompileCache } from 'node:module'
import { endWithReader } from '../providers/log/broken-pipe.ts'

// Halves the time of every command but the first; what is compiled is kept in the temporary folder.
enableCompileCache()
endWithReader()
const { run } = await import('./run.ts')
await run()
