module linear

go 1.24

require github.com/anishathalye/porcupine v1.0.3
