/**
 * A base backup of a running PostgreSQL server over its replication protocol, as made by pg_basebackup
 * (https://www.postgresql.org/docs/current/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP). It
 * works with servers of version 15 and later and needs no program of their version.
 */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'

export interface BaseBackupOptions {
  /** Connects as the owner of the database: a superuser, or a role with REPLICATION. */
  url: string
  /** Limits the server's rate, in kilobytes per second. */
  maxRateKb?: number | undefined
  /** Receives the bytes sent so far and the server's estimate of the total. */
  onProgress?: (bytes: number, estimate: number) => void
}

/** Receive the archive of the server's folder, then its manifest. Each must read its input to the end. */
export interface BaseBackupSinks {
  /** `base.tar`: the folder, with the write-ahead log that makes it consistent. */
  archive: (contents: AsyncIterable<Uint8Array>) => Promise<void>
  /** `backup_manifest`, in the format that pg_verifybackup reads. */
  manifest: (contents: AsyncIterable<Uint8Array>) => Promise<void>
}

export interface BaseBackup {
  serverVersion: string
  systemId: string
  timeline: number
  /** Positions in the write-ahead log. A server started from the backup has the state at the second one. */
  startLsn: string
  endLsn: string
}

export const takeBaseBackup = async (
  options: BaseBackupOptions,
  sinks: BaseBackupSinks,
): Promise<BaseBackup> => {
  // The slot retains the log written meanwhile until it is in the archive.
  await using keeper = await connect(options.url)
  const slot = `therapy_${randomUUID().replaceAll('-', '_')}`
  await keeper.client
    .query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`)
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  await using sender = await connect(options.url)
  const { client } = sender
  const [system] = (await client.query<{ systemid: string }>('IDENTIFY_SYSTEM')).rows
  const [version] = (await client.query<{ server_version: string }>('SHOW server_version')).rows
  const query = new BaseBackupQuery(options)
  client.query(query)
  const stored = Promise.all([
    sinks.archive(query.parts('archive')),
    sinks.manifest(query.parts('manifest')),
  ]).catch((error: unknown) => {
    // Nothing reads any more, so the server must not wait for it.
    query.cancel(error)
    throw error
  })
  const [{ startLsn, endLsn, timeline }] = await Promise.all([query.done, stored])
  return {
    serverVersion: version!.server_version.split(' ')[0]!,
    systemId: system!.systemid,
    timeline,
    startLsn,
    endLsn,
  }
}

const connect = async (url: string) => {
  // Missing in the types: with it, the server accepts commands of the replication protocol.
  const config = { connectionString: url, replication: 'true' } as pg.ClientConfig
  const client = new pg.Client(config)
  // If the connection breaks, the current command fails.
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw refusalOf(error)
  })
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => undefined) }
}

/** Why a server refuses replication commands, and what its operator can do about it. */
const REFUSALS: Record<string, string> = {
  '28000':
    'PostgreSQL refuses replication connections from here. Add the line `host replication <role> <address of this machine>/32 scram-sha-256` to its pg_hba.conf and reload it',
  '42501':
    'The role of DATABASE_URL may not read the whole server. Run ALTER ROLE … REPLICATION as its superuser',
  '53300':
    'PostgreSQL has no free place for a backup. Set max_wal_senders to 10, its default, and restart it',
  '55000':
    'PostgreSQL writes too little to its log for a backup. Set wal_level to replica, its default, and restart it',
}

/**
 * Gives the advice first, then the server's message. The error itself is not set as the cause, because its code
 * has another meaning elsewhere.
 */
const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return error
  const advice = REFUSALS[error.code]
  return advice ? new Error(`${advice}. It said: ${error.message}`) : error
}

type Part = 'archive' | 'manifest'

/** Maximum bytes that may wait to be stored before the server is paused. */
const HELD_BYTES = 4 * 1024 * 1024

/** The command BASE_BACKUP as a query of pg's client. It passes on each part that the server sends. */
class BaseBackupQuery implements pg.Submittable {
  readonly done: Promise<{ startLsn: string; endLsn: string; timeline: number }>
  readonly #settle = Promise.withResolvers<{ startLsn: string; endLsn: string; timeline: number }>()
  readonly #options: BaseBackupOptions
  readonly #queues = { archive: new ByteQueue(), manifest: new ByteQueue() }
  /** Rows of the server's answers: the start position, the tablespaces, the end position. */
  readonly #rows: string[][] = []
  #part: Part = 'archive'
  #socket: Socket | undefined
  #sent = 0

  constructor(options: BaseBackupOptions) {
    this.#options = options
    this.done = this.#settle.promise
    for (const queue of Object.values(this.#queues)) queue.onDrained = () => this.#resume()
  }

  parts(part: Part): AsyncIterable<Uint8Array> {
    return this.#queues[part]
  }

  cancel(error: unknown): void {
    this.#fail(error)
    this.#socket?.destroy()
  }

  submit(connection: pg.Connection): void {
    this.#socket = connection.stream as Socket
    const { maxRateKb } = this.#options
    const rate = maxRateKb === undefined ? '' : `, MAX_RATE ${maxRateKb}`
    const text = `BASE_BACKUP (LABEL 'therapy backup', PROGRESS, CHECKPOINT 'fast', WAL, MANIFEST 'yes'${rate})`
    ;(connection as unknown as { query: (text: string) => void }).query(text)
  }

  handleDataRow({ fields }: { fields: string[] }): void {
    this.#rows.push(fields)
    const isTablespace = this.#rows.length > 1 && fields.length === 3
    if (isTablespace && fields[0])
      this.cancel(
        new Error(
          `The server has a tablespace of its own at ${fields[1]}. Back it up with pg_basebackup: therapy backup reads servers without any`,
        ),
      )
  }

  /** The first byte says what follows: `n` an archive, `m` the manifest, `d` data, `p` progress. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0]!)
    if (kind === 'm') {
      this.#queues.archive.end()
      this.#part = 'manifest'
    }
    if (kind !== 'd') return
    const queue = this.#queues[this.#part]
    // Copied, because the client reads the next message into the same memory.
    queue.push(Buffer.from(chunk.subarray(1)))
    this.#sent += chunk.length - 1
    const estimate = Number(this.#rows[1]?.[2] ?? 0) * 1024
    this.#options.onProgress?.(this.#sent, Math.max(estimate, this.#sent))
    if (queue.bytes > HELD_BYTES) this.#socket?.pause()
  }

  handleReadyForQuery(): void {
    for (const queue of Object.values(this.#queues)) queue.end()
    const [start, end] = [this.#rows[0], this.#rows.at(-1)]
    if (!start || !end || end === start)
      return this.#fail(new Error('PostgreSQL ended its backup without saying where'))
    this.#settle.resolve({ startLsn: start[0]!, endLsn: end[0]!, timeline: Number(end[1]) })
  }

  handleError(error: Error): void {
    this.#fail(error)
  }

  handleRowDescription(): void {}

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  #fail(error: unknown): void {
    this.#settle.reject(error)
    for (const queue of Object.values(this.#queues)) queue.fail(error)
  }

  #resume(): void {
    this.#socket?.resume()
  }
}

/** A buffer between the server and the disk. */
class ByteQueue implements AsyncIterable<Uint8Array> {
  bytes = 0
  onDrained: () => void = () => undefined
  readonly #chunks: Uint8Array[] = []
  #ended = false
  #failure: { error: unknown } | undefined
  #changed = Promise.withResolvers<void>()

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.bytes += chunk.length
    this.#changed.resolve()
  }

  end(): void {
    this.#ended = true
    this.#changed.resolve()
  }

  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#changed.resolve()
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      if (this.#failure) throw this.#failure.error
      const chunk = this.#chunks.shift()
      if (chunk) {
        this.bytes -= chunk.length
        if (this.bytes === 0) this.onDrained()
        yield chunk
      } else if (this.#ended) return
      else {
        this.#changed = Promise.withResolvers()
        await this.#changed.promise
      }
    }
  }
}
