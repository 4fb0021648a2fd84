import type { LanguageLabels } from "./label.ts";

export const PORTUGUESE: LanguageLabels = {
  language: "pt",
  labels: {
    gross:
      "total com iva|total da fatura|total da factura|total fatura|valor total|total geral|total documento|total do documento|montante total|total iva incluído|total c iva|valor da fatura|total bruto|valor total da nota|valor total da fatura|total iva incl|importância total|total com impostos|valor bruto|total nota de crédito|total do talão|valor total com iva",
    total:
      "total|total eur|soma|valor|montante|importância|total euros|total geral eur|total pago eur",
    payable:
      "total a pagar|a pagar|valor a pagar|montante a pagar|em dívida|valor em dívida|saldo a pagar|líquido a pagar|por pagar|valor por pagar|total a liquidar|montante em dívida|restante a pagar|total em dívida|valor líquido a pagar|importância a pagar",
    prepaid:
      "adiantamento|pago|já pago|valor pago|sinal|entrada|pagamento antecipado|adiantamentos|total pago|montante pago|valor já pago|pagamento por conta",
    net: "subtotal|total sem iva|base|incidência|total ilíquido|total líquido|líquido|valor sem iva|base tributável|base de incidência|total s iva|mercadoria serviços|valor líquido|base iva|sub total|total base|total mercadorias|valor ilíquido|total de incidência|ilíquido|total líquido sem iva|base de cálculo|total sem impostos|valor tributável",
    tax: "iva|total iva|valor iva|imposto|impostos|total imposto|valor do iva|valor imposto|iva incluído|total de iva|total impostos|total do iva|montante iva|icms|iss|montante do iva|dos quais iva",
    rounding: "arredondamento|acerto",
    given:
      "numerário|dinheiro|entregue|recebido|valor entregue|valor recebido|pagamento numerário|pago em numerário|pagamento em dinheiro|numerario",
    change: "troco|troco numerário|devolvido|troco eur",
    card: "cartão|multibanco|cartão de crédito|cartão de débito|mb way|cartão bancário|mb|visa|mastercard|pagamento cartão|cartao|contactless|pagamento multibanco|cartão débito|cartão crédito|pix",
    none: "desconto|descontos|total desconto|poupança|poupou|total poupança|pontos|saldo pontos|preço unitário|preço|preço unit|p unit|pr unitário|quantidade|qtd|qtde|saldo anterior|saldo|gorjeta|portes|transporte|envio|artigos|n artigos|total artigos|capital social|retenção|retenção na fonte|irs|transporte a|total descontos|desconto comercial|desconto financeiro|taxa de câmbio|total de artigos|poupança total|preço kg|total horas|cupão|poupança imediata|frete|acumulado em cartão|desc",
    number:
      "fatura n|factura n|fatura no|número da fatura|n da fatura|n fatura|fatura|factura|fatura número|nº fatura|fatura recibo|fatura recibo n|factura recibo|fatura simplificada|fatura simplificada n|nota de crédito n|nota de crédito|número do documento|n documento|documento n|n do documento|talão n|recibo n|nota fiscal n|nota fiscal|número da nota|fatura nº|n da factura|doc n|número de fatura|número fatura|fatura nr|fatura num|número",
    other_number:
      "número de cliente|n cliente|nº cliente|cliente n|código de cliente|cód cliente|cod cliente|código cliente|cliente|encomenda|encomenda n|n encomenda|número de encomenda|nota de encomenda|pedido|pedido n|v encomenda|guia|guia de remessa|guia n|orçamento|orçamento n|contrato|n contrato|número de contrato|nif|contribuinte|n contribuinte|contribuinte n|nipc|cnpj|cpf|telefone|tel|telef|telm|telemóvel|fax|conta|n conta|nib|iban|bic|swift|caixa|operador|loja|terminal|autorização|referência|v referência|n referência|requisição|v requisição|fatura original|referente à fatura|ref fatura|fatura de origem|processo|projeto|mesa|funcionário|atcud|entidade|cae|cons reg com|capital|artigo|código|posto|ref|vossa referência|nossa referência|apólice|certificado|programa certificado|atendido por|empregado|n certificado|dossier|nº contribuinte|vendedor",
    issued:
      "data da fatura|data da factura|data de emissão|data emissão|emitido em|emitida em|data fatura|data do documento|data documento|data doc|data de emissao|data da nota de crédito|emitido a|data factura|data da emissão",
    date: "data|data hora|data e hora|data de compra|data da compra",
    due: "vencimento|data de vencimento|data vencimento|pagar até|data limite de pagamento|data limite|vence em|pagamento até|a pagar até|limite de pagamento|vence a|prazo|pagável até|data de pagamento",
    other_date:
      "data de entrega|data entrega|data da encomenda|data de encomenda|data do pedido|período|período de faturação|período de facturação|data de carga|data de descarga|carga|descarga|data carga|desde|até|válido até|data de impressão|data da fatura original|check in|check out|data de serviço|data de expedição|início|fim|data valor|data de início|data de fim|chegada|partida|data do orçamento|data da prestação|local de carga",
    vat_id:
      "nif|contribuinte|n contribuinte|contribuinte n|nipc|n de contribuinte|número de contribuinte|cnpj|número de iva|n iva|nº contribuinte|contribuinte nº|número de identificação fiscal|contribuinte fiscal",
    recipient:
      "faturar a|cliente|destinatário|morada de faturação|morada de entrega|exmo|exmo sr|exmos srs|exmo s sr s|adquirente|dados do cliente|endereço de faturação|faturado a|nome do cliente|para|entregar em|exmos senhores|exmo senhor",
    supplier:
      "fornecedor|emitente|vendedor|prestador|beneficiário|titular|dados do fornecedor|prestador de serviços",
    reference:
      "referência multibanco|referência de pagamento|referência mb|referência para pagamento",
    credit_title: "nota de crédito|devolução|estorno|nota de credito|fatura retificativa",
    invoice_title:
      "fatura|factura|fatura recibo|nota fiscal|fatura proforma|fatura de adiantamento|fatura pró forma",
    receipt_title:
      "fatura simplificada|talão|recibo|obrigado pela sua visita|obrigado e volte sempre|caixa|operador|talão de compra|obrigado pela preferência|volte sempre|cupom fiscal|obrigado pela visita|factura simplificada|obrigado pela sua compra|cópia cliente",
    reverse_charge:
      "iva autoliquidação|autoliquidação|inversão do sujeito passivo|transmissão intracomunitária|artigo 14 do riti|iva devido pelo adquirente|autoliquidacao|art 14 do riti",
    exempt:
      "isento de iva|isento|isenção|artigo 53|regime de isenção|iva regime de isenção|artigo 9|iva isento|não sujeito|art 53|isento artigo 53|não sujeito a iva|m10|m07",
  },
  months: [
    "janeiro|jan",
    "fevereiro|fev",
    "março|mar",
    "abril|abr",
    "maio|mai",
    "junho|jun",
    "julho|jul",
    "agosto|ago",
    "setembro|set",
    "outubro|out",
    "novembro|nov",
    "dezembro|dez",
  ],
  words:
    "o a os as de do da dos das e em para com por no na um uma que ao se não sua seu até pela obrigado data valor cliente preço quantidade fatura pagamento descrição taxa morada total são ou documento processado programa",
};
