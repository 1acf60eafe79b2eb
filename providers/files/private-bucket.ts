import { ReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { WriteOptions } from 'flydrive/types'
import { S3Driver } from 'flydrive/drivers/s3'

/** flydrive's driver for a bucket. Uploads end when their source fails. */
export class PrivateBucket extends S3Driver {
  readonly #client: S3Client
  readonly #bucket: string

  constructor(bucket: string, config: S3ClientConfig) {
    const client = new S3Client(config)
    super({ client, bucket, supportsACL: false, visibility: 'private' })
    this.#client = client
    this.#bucket = bucket
  }

  /** S3 requires the length first, so content of unknown length is collected in memory. */
  override async putStream(key: string, contents: Readable, options: WriteOptions = {}) {
    const { contentType, contentLength } = options
    const known = contentLength !== undefined || contents instanceof ReadStream
    const failed = new AbortController()
    contents.once('error', () => failed.abort())
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      Body: known ? contents : await buffer(contents),
      ContentType: contentType,
      ContentLength: contentLength,
    })
    await this.#client.send(command, { abortSignal: failed.signal })
  }
}
