// Renders the templates of a chart like `helm template`, for the tests: Go's template engine, with the functions that Helm
// adds. Arguments: folder of the chart; standard input: the values as JSON. Prints the manifests.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"text/template"

	"github.com/Masterminds/sprig"
)

func main() {
	var given map[string]interface{}
	must(json.NewDecoder(os.Stdin).Decode(&given))
	templates := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := templates.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["required"] = func(complaint string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", complaint)
		}
		return value, nil
	}
	files, err := filepath.Glob(filepath.Join(os.Args[1], "templates", "*"))
	must(err)
	template.Must(templates.Funcs(functions).ParseFiles(files...))
	for _, file := range files {
		if filepath.Ext(file) == ".yaml" {
			fmt.Println("---")
			must(templates.ExecuteTemplate(os.Stdout, filepath.Base(file), given))
			fmt.Println()
		}
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
