export interface WheelFile {
  name: string
  sha256: string
}
