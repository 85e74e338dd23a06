// A module of its own, so that the program itself depends on none of this.
module yumori/scripts/sqlite

go 1.26

require (
	github.com/asg017/sqlite-vec-go-bindings v0.1.6
	github.com/mattn/go-sqlite3 v1.14.53
)
