package dev.tenure.kubelet.pod;

/// Something that a pod refers to is missing or wrong; the message is shown in its status.
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }
}
