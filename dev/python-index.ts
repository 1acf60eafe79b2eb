/**
 * Downloads one file of the Python package index. If pip is installed, pip fetches it, because it knows the
 * machine's index, proxies, certificates and credentials. Otherwise we fetch it from the index in PIP_INDEX_URL
 * or pip.conf (PEP 503 and 691).
 */
import { createWriteStream, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { EnvHttpProxyAgent, fetch, type Response } from 'undici'

import { reportProgress, runDownload, type Reporting } from './downloads.ts'
import { messageOf } from './errors.ts'
import { readIfThere } from './files.ts'
import { onPath } from './on-path.ts'
import type { WheelFile } from './wheel-file.ts'

export interface IndexFile {
  project: string
  version: string
  /** The platform of the file, if it is wanted on others too. */
  platform?: string
  file: WheelFile
}

const STALL_MS = 30_000
const JSON_INDEX = 'application/vnd.pypi.simple.v1+json'

/** The path of the wheel in `dir`. The caller checks its hash. */
export async function fetchWheel(
  wanted: IndexFile,
  dir: string,
  options: Reporting,
): Promise<string> {
  const target = path.join(dir, wanted.file.name)
  const [pip, index] = [pipCommand(), configuredIndex()]
  if (!pip && !index) {
    throw new Error('neither pip nor PIP_INDEX_URL is configured')
  }
  if (pip) {
    try {
      await fetchWithPip(pip, wanted, dir, options)
      return target
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!index) throw error
      options.log?.(`pip could not fetch it: ${lastLine(error)}`)
    }
  }
  if (index) await fetchFromIndex(index, wanted, target, options)
  return target
}

function pipCommand(): [string, ...string[]] | undefined {
  const pip = onPath('pip3') ?? onPath('pip')
  if (pip) return [pip]
  const python = onPath('python3')
  return python ? [python, '-m', 'pip'] : undefined
}

async function fetchWithPip(
  [command, ...before]: [string, ...string[]],
  { project, version, platform, file }: IndexFile,
  dir: string,
  { log, signal }: Reporting,
): Promise<void> {
  const requirements = path.join(dir, 'requirements.txt')
  writeFileSync(requirements, `${project}==${version} --hash=sha256:${file.sha256}\n`)
  const args = ['download', '--quiet', '--no-input', '--disable-pip-version-check', '--no-deps']
  args.push('--only-binary=:all:', '--require-hashes', '--dest', dir, '--requirement', requirements)
  if (platform) args.push('--platform', platform)
  // pip writes to TMPDIR first, so its progress is visible there.
  const env = { ...process.env, TMPDIR: dir }
  await runDownload(command, [...before, ...args], {
    what: `${project} ${version}`,
    dir,
    stallMs: STALL_MS,
    env,
    log,
    signal,
  })
}

/** The configured index that pip would use. Pip's public default is left to pip. */
function configuredIndex(): URL | undefined {
  const files = [
    process.env['PIP_CONFIG_FILE'],
    path.join(process.env['XDG_CONFIG_HOME'] || path.join(homedir(), '.config'), 'pip/pip.conf'),
    path.join(homedir(), '.pip', 'pip.conf'),
    '/etc/pip.conf',
  ]
  const configured = files
    .map((file) => file && /^\s*index-url\s*[=:]\s*(\S+)/m.exec(readIfThere(file) ?? '')?.[1])
    .find(Boolean)
  const index = process.env['PIP_INDEX_URL'] || configured
  return index ? new URL(index.replace(/\/*$/, '/')) : undefined
}

async function fetchFromIndex(
  index: URL,
  { project, version, file }: IndexFile,
  target: string,
  { log, signal }: Reporting,
): Promise<void> {
  const certificates = readIfThere(process.env['PIP_CERT'] || process.env['SSL_CERT_FILE'] || '')
  const tls = certificates ? { ca: certificates } : {}
  const dispatcher = new EnvHttpProxyAgent({ connect: tls, requestTls: tls, proxyTls: tls })
  const get = async (url: URL, accept: string) => {
    const { username, password, origin } = index
    const credentials = Buffer.from(
      `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
    )
    const known = url.origin === origin && username
    const headers = {
      accept,
      ...(known && { authorization: `Basic ${credentials.toString('base64')}` }),
    }
    const bare = new URL(url)
    bare.username = bare.password = ''
    const answer = await fetch(bare, { headers, dispatcher, ...(signal && { signal }) })
    if (!answer.ok) throw new Error(`${bare.origin} answered ${answer.status} for ${bare.pathname}`)
    return answer
  }
  try {
    const page = await get(new URL(`${project}/`, index), `${JSON_INDEX}, text/html;q=0.5`)
    const url = (await linksOf(page)).get(file.name)
    if (!url) throw new Error(`${index.origin} does not list ${file.name}`)
    const { body } = await get(url, '*/*')
    if (!body) throw new Error(`${url.origin} answered nothing for ${file.name}`)
    const out = createWriteStream(target)
    using _ = reportProgress(`${project} ${version}`, () => out.bytesWritten, log)
    await pipeline(Readable.fromWeb(body), out, { ...(signal && { signal }) })
  } finally {
    await dispatcher.close()
  }
}

/** Links keyed by file name, from either format of an index page. */
async function linksOf(page: Response): Promise<Map<string, URL>> {
  const text = await page.text()
  const links = page.headers.get('content-type')?.startsWith(JSON_INDEX)
    ? (JSON.parse(text) as { files: { filename: string; url: string }[] }).files
    : [...text.matchAll(/<a\s[^>]*?href="([^"]+)"[^>]*>\s*([^<\s]+)\s*<\/a>/gi)].map(
        ([, url = '', filename = '']) => ({ filename, url }),
      )
  return new Map(links.map(({ filename, url }) => [filename, new URL(url, page.url)]))
}

export function lastLine(error: unknown): string {
  return messageOf(error).trim().split('\n').at(-1) ?? ''
}
