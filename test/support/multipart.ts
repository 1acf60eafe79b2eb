/** A form with files, as a browser sends it. */
export interface SentForm {
  fields: Record<string, string>
  files: readonly { field: string; name: string; contents: string | Uint8Array }[]
}

const BOUNDARY = '----therapy-test-boundary'
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

export const multipart = ({ fields, files }: SentForm): Uint8Array<ArrayBuffer> =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
    ),
    ...files.flatMap(({ field, name, contents }) => [
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
          'content-type: application/octet-stream\r\n\r\n',
      ),
      Buffer.from(contents),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
