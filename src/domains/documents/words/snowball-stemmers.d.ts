declare module "snowball-stemmers" {
  type Stemmer = { readonly stem: (word: string) => string };
  const snowball: { readonly newStemmer: (algorithm: string) => Stemmer };
  export default snowball;
}
