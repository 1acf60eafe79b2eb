import type { IssueCode } from '#platform/core/input/issue.ts'
import { refuseFile } from '#platform/files/rules.ts'

/** Maximum size of a logo in bytes: every e-mail contains it. */
export const MOST_LOGO_BYTES = 100 * 1024

/** Bounds of the width and the height in pixels. */
const LEAST_SIDE = 16
const MOST_SIDE = 2_000

export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const
type LogoType = (typeof LOGO_TYPES)[number]

/** A picture that can be shown, without its metadata. */
export interface Picture {
  contentType: LogoType
  /** In pixels. */
  width: number
  height: number
  contents: Buffer
}

export const refuseLogo = (code: IssueCode, message: string) => refuseFile(code, message, 'content')

export const brokenLogo = (reason: string) =>
  refuseLogo('content_mismatch', `is not a complete picture: ${reason}. Save it again as PNG`)

/** Checked before the picture is unpacked: a small file can declare a picture that fills the memory. */
export const assertSides = (width: number, height: number): void => {
  const fits = (side: number) => side >= LEAST_SIDE && side <= MOST_SIDE
  if (!fits(width) || !fits(height))
    throw refuseLogo(
      'out_of_range',
      `is ${width} × ${height} pixels. Each side must have ${LEAST_SIDE} to ${MOST_SIDE} pixels`,
    )
}

/** The largest size in e-mails, in pixels. */
const MOST_SHOWN = { width: 280, height: 48 }

/** The size at which a logo is shown. It is never enlarged. */
export const shownSize = ({ width, height }: Pick<Picture, 'width' | 'height'>) => {
  const scale = Math.min(1, MOST_SHOWN.height / height, MOST_SHOWN.width / width)
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}
