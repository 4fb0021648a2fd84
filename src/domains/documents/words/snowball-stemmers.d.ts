/** The part of snowball-stemmers that searches use; the package has no types. */
declare module "snowball-stemmers" {
  type Stemmer = { readonly stem: (word: string) => string };
  const snowball: { readonly newStemmer: (algorithm: string) => Stemmer };
  export default snowball;
}
