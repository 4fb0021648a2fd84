import type { LanguageLabels } from "./label.ts";

export const SPANISH: LanguageLabels = {
  language: "es",
  labels: {
    gross:
      "total factura|importe total|total con iva|total iva incluido|total general|importe total factura|total iva incl|importe total con iva|importe de la factura|importe factura|total con impuestos|total de la factura|total bruto|importe bruto|total documento|total abono|total rectificativa|importe total iva incluido|total ticket",
    total:
      "total|total eur|total euros|suma|importe|suma total|total compra|total venta|monto total|total general eur",
    payable:
      "total a pagar|a pagar|importe a pagar|líquido a pagar|líquido|pendiente|pendiente de pago|importe pendiente|saldo a pagar|neto a pagar|importe líquido|total líquido|total pendiente|saldo pendiente|por pagar|resta por pagar",
    prepaid:
      "anticipo|anticipos|pagado|importe pagado|pagado a cuenta|entrega a cuenta|a cuenta|ya pagado|pago a cuenta|señal|depósito|total pagado|pago anticipado|importe abonado",
    net: "base imponible|subtotal|neto|importe neto|total neto|base|total sin iva|importe sin iva|total base imponible|base imp|suma base imponible|total bruto sin iva|bruto|total antes de impuestos|total sin impuestos|total base|valor neto",
    tax: "iva|importe iva|total iva|cuota iva|cuota|impuesto|impuestos|total impuestos|igic|cuota de iva|iva incluido|total cuota|itbis|importe del iva|total cuota iva",
    rounding: "redondeo",
    given:
      "efectivo|entregado|recibido|efectivo entregado|entrega|importe entregado|contado|metálico|total entregado|pago efectivo|pago en efectivo",
    change: "cambio|su cambio|devolución efectivo|vuelta|devuelto|vuelto|a devolver",
    card: "tarjeta|tarjeta bancaria|tarjeta crédito|tarjeta de crédito|tarjeta débito|visa|mastercard|bizum|contactless|pago con tarjeta|pago tarjeta|tarjeta de débito",
    none: "descuento|descuentos|dto|total descuento|ahorro|usted ahorra|puntos|puntos acumulados|precio unitario|precio|precio ud|p unitario|cantidad|cant|saldo anterior|saldo|propina|portes|gastos de envío|envío|artículos|n artículos|total artículos|unidades|capital social|suma y sigue|retención|irpf|retención irpf|recargo de equivalencia|recargo|total descuentos|total unidades|tipo de cambio|total horas|importe línea|pvp|total ahorro|ha ahorrado|cupón",
    number:
      "factura n|factura no|factura número|número de factura|n de factura|n factura|nº factura|no factura|factura|núm factura|num factura|factura nº|factura núm|factura simplificada|factura simplificada n|n ticket|ticket n|número de ticket|ticket|factura rectificativa n|factura rectificativa|abono n|número de abono|nota de crédito n|documento n|n documento|n de documento|número documento|recibo n|fra|fra n|n fra|serie y número|número",
    other_number:
      "número de cliente|n cliente|nº cliente|cliente n|código cliente|cod cliente|código de cliente|cliente|pedido n|n pedido|número de pedido|pedido|su pedido|albarán|albarán n|n albarán|número de albarán|presupuesto|presupuesto n|contrato|n contrato|número de contrato|cif|nif|c i f|n i f|nie|dni|teléfono|tel|tfno|tlf|fax|móvil|cuenta|n cuenta|número de cuenta|cuenta corriente|caja|cajero|vendedor|tienda|terminal|autorización|n autorización|n operación|operación|referencia cliente|su referencia|nuestra referencia|ref|referencia|factura original|factura rectificada|rectifica a|rectifica la factura|proyecto|expediente|mesa|le atendió|comercio|cod postal|registro mercantil|código|cups|póliza|n póliza|atendido por|factura que rectifica|número fiscal",
    issued:
      "fecha factura|fecha de factura|fecha de emisión|fecha emisión|emitida el|emitido el|fecha de expedición|fecha expedición|fecha documento|fecha de la factura|fecha del documento|fecha abono|expedida el",
    date: "fecha|fecha y hora|fecha hora|fecha operación|fecha de compra|fecha venta",
    due: "vencimiento|fecha de vencimiento|fecha vencimiento|vence|vence el|fecha de pago|pagar antes de|pagar antes del|fecha límite de pago|vto|vencimientos|a pagar antes del|fecha límite|pago antes del",
    other_date:
      "fecha de entrega|fecha entrega|fecha pedido|fecha de pedido|fecha del pedido|fecha albarán|fecha de envío|fecha prestación|fecha de prestación|fecha de operación|periodo|período|periodo de facturación|período de facturación|periodo facturado|desde|hasta|válido hasta|fecha impresión|fecha factura original|fecha factura rectificada|entrada|salida|fecha de cargo|fecha de inicio|fecha de fin|fecha de valor|fecha presupuesto",
    vat_id:
      "nif iva|n iva|cif|nif|c i f|n i f|n de iva|número de iva|nif cif|cif nif|número iva|número de identificación fiscal|vat|nif intracomunitario",
    recipient:
      "facturar a|facturado a|cliente|datos del cliente|destinatario|dirección de facturación|dirección de envío|enviar a|dirección de entrega|comprador|datos cliente|señor|para",
    supplier:
      "proveedor|emisor|vendedor|beneficiario|titular|titular de la cuenta|datos del emisor|datos del proveedor",
    reference: "concepto|referencia de pago|referencia del pago|concepto de pago",
    credit_title:
      "factura rectificativa|nota de crédito|abono|factura de abono|nota de abono|devolución|rectificativa|ticket devolución",
    invoice_title: "factura|factura proforma|factura completa|factura de venta|factura ordinaria",
    receipt_title:
      "factura simplificada|ticket|recibo|tique|gracias por su compra|gracias por su visita|cajero|caja|le atendió|copia cliente|ticket de compra|tique de compra|copia para el cliente",
    reverse_charge:
      "inversión del sujeto pasivo|inversion sujeto pasivo|entrega intracomunitaria|operación intracomunitaria|entrega intracomunitaria exenta|artículo 84|exenta por entrega intracomunitaria",
    exempt:
      "exento de iva|exenta de iva|operación exenta|iva exento|no sujeto a iva|no sujeta|exento|artículo 20|exenta|no sujeta a iva",
  },
  months: [
    "enero|ene",
    "febrero|feb",
    "marzo|mar",
    "abril|abr",
    "mayo|may",
    "junio|jun",
    "julio|jul",
    "agosto|ago",
    "septiembre|setiembre|sep|sept|set",
    "octubre|oct",
    "noviembre|nov",
    "diciembre|dic",
  ],
  words:
    "el la los las de del y por para con su en una un es se al no que este gracias fecha importe cliente precio cantidad factura pago cuenta nuestro calle forma base total",
};
