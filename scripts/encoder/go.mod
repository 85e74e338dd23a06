// A module of its own, so that the program itself has none of this.
module yumori/scripts/encoder

go 1.26
