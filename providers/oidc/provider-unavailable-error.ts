/** The provider does not answer, or not as one does. Messages are for the log. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError'
}
