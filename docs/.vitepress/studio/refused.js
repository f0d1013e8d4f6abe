// A request that the back end refuses. `status`: 0: there is no back end any more; 409: the text was changed elsewhere, and
// `told` has its { text, version }; otherwise as in HTTP.
export class Refused extends Error {
  constructor(status, told) {
    super(told.error)
    this.status = status
    this.told = told
  }
}
