/**
 * The next major version and its incompatible changes. The build fails for a change that is not declared.
 * `bin/therapy openapi --check` prints the lines to declare.
 */
export interface MajorVersion {
  version: `${number}.0.0`
  /** When it was announced. */
  announcedOn: string
  /** The earliest date of the release. Callers have NOTICE_DAYS to adapt. */
  notBefore: string
  /** Each change in the words of the comparison, with what callers must do instead. */
  changes: Readonly<Record<string, string>>
}

/** The notice before a major version, in days. 3.0.0 is the first release with this promise. */
export const NOTICE_DAYS = 180

/** Undefined if nothing will be removed. */
export const NEXT_MAJOR: MajorVersion | undefined = undefined
