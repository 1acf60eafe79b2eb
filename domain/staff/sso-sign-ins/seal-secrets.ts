import type { Cipher } from '#platform/core/crypto/cipher.ts'
import type { SignInSecrets } from '#providers/oidc/index.ts'

type Kept = Omit<SignInSecrets, 'state'>

const purposeOf = (signInId: string) => `sso_sign_in/${signInId}`

/** Encrypts the nonce and the verifier. The row contains the hash of the state. */
export const sealSecrets = (
  cipher: Cipher,
  signInId: string,
  { nonce, codeVerifier }: Kept,
): string => cipher.seal(JSON.stringify({ nonce, codeVerifier }), purposeOf(signInId))

export const openSecrets = (cipher: Cipher, signInId: string, sealed: string): Kept =>
  JSON.parse(cipher.open(sealed, purposeOf(signInId))) as Kept
