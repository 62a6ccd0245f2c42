/**
 * How a JSON record is made from a row, as data: its fields in their order. A store makes the records of a whole page from it without
 * reading the rows, and `apps/gateway` a single record. The compiler compares the names and types with those of the record.
 */
export type RecordShape<Row, Result> = { readonly [Name in keyof Result]-?: ValueIn<Row, Result[Name]> };

/** A value of a record: a field of the row, as JSON has it (a time is its ISO text in UTC), or a choice. */
export type ShapeValue<Field = string, Value = string | null, Condition = Readonly<Record<string, unknown>>> =
  | Field
  | { readonly is: Value }
  /** `then` if the fields have these texts. */
  | {
      readonly when: Condition;
      readonly then: ShapeValue<Field, Value, Condition>;
      readonly otherwise: ShapeValue<Field, Value, Condition>;
    };

/** The same without the types of the row and the record. */
export type AnyShape = Readonly<Record<string, ShapeValue>>;

type ValueIn<Row, Value> = ShapeValue<FieldOf<Row, Value>, Value & (string | null), TextsOf<Row>>;
type FieldOf<Row, Value> = { [Field in keyof Row]: Shown<Row[Field]> extends Value ? Field : never }[keyof Row];
type Shown<Value> = Value extends Date ? string : Value;
type TextsOf<Row> = { readonly [Field in keyof Row]?: Row[Field] & string };
