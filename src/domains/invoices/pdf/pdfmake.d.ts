/** The part of pdfmake that invoices use. `@types/pdfmake` would bring the types of browsers into the whole project. */
declare module "pdfmake" {
  export type Margins = readonly [left: number, top: number, right: number, bottom: number];

  export type Style = {
    readonly font?: string;
    readonly fontSize?: number;
    readonly bold?: boolean;
    readonly color?: string;
    readonly alignment?: "left" | "right";
    readonly lineHeight?: number;
    readonly margin?: Margins;
  };

  export type TextNode = Style & {
    readonly text: string | readonly TextNode[];
    readonly link?: string;
  };

  export type StackNode = Style & { readonly stack: readonly Content[] };

  export type ImageNode = { readonly image: string; readonly fit: readonly [number, number] };

  export type ColumnsNode = Style & {
    readonly columns: readonly (Content & { readonly width?: number | "*" })[];
    readonly columnGap?: number;
    readonly unbreakable?: boolean;
  };

  export type Rule = {
    readonly type: "line";
    readonly x1: number;
    readonly x2: number;
    readonly y1: number;
    readonly y2: number;
    readonly lineWidth: number;
    readonly lineColor: string;
  };

  export type Rectangle = {
    readonly type: "rect";
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly color: string;
  };

  export type CanvasNode = Style & { readonly canvas: readonly (Rule | Rectangle)[] };

  type OfTable<Value> = (index: number, node: TableNode) => Value;

  export type TableLayout = {
    readonly hLineWidth?: OfTable<number>;
    readonly vLineWidth?: OfTable<number>;
    readonly hLineColor?: OfTable<string>;
    readonly fillColor?: OfTable<string>;
    readonly paddingLeft?: OfTable<number>;
    readonly paddingRight?: OfTable<number>;
    readonly paddingTop?: OfTable<number>;
    readonly paddingBottom?: OfTable<number>;
  };

  export type TableNode = Style & {
    readonly table: {
      readonly body: readonly (readonly Content[])[];
      readonly widths: readonly (number | "*")[];
      readonly heights?: number;
      readonly headerRows?: number;
      readonly dontBreakRows?: boolean;
    };
    readonly layout: TableLayout;
    readonly unbreakable?: boolean;
  };

  export type Content = TextNode | StackNode | ImageNode | ColumnsNode | CanvasNode | TableNode;

  export type DocumentDefinition = {
    readonly version: "1.7";
    readonly subset: "PDF/A-3b";
    readonly displayTitle: boolean;
    readonly language: string;
    readonly pageSize: "A4" | "LETTER";
    readonly pageMargins: Margins;
    readonly info: Readonly<Record<string, string | Date>>;
    readonly defaultStyle: Style;
    readonly content: readonly Content[];
    readonly footer: (page: number, pages: number) => Content;
  };

  type FontFiles = { readonly normal: string; readonly bold: string };

  const pdfmake: {
    setFonts(fonts: Readonly<Record<string, FontFiles>>): void;
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}
